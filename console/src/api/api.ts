import { createClient } from './client.ts'
import { goToLogin } from './session.ts'

const answered = new Set<(response: Response) => void>()
const unanswered = new Set<() => void>()

/** The client of the console's own host; a session that has ended leads to the sign-in page. */
export const api = createClient({
  onUnauthorized: () => goToLogin(),
  onAnswer: (response) => answered.forEach((listener) => listener(response)),
  onNoAnswer: () => unanswered.forEach((listener) => listener()),
})

/** Calls the listener at the beginning of each answer. @returns stops that. */
export function onAnswer(listener: (response: Response) => void): () => void {
  answered.add(listener)
  return () => void answered.delete(listener)
}

/** Calls the listener at each request whose answer did not arrive, or not whole. @returns stops that. */
export function onNoAnswer(listener: () => void): () => void {
  unanswered.add(listener)
  return () => void unanswered.delete(listener)
}
