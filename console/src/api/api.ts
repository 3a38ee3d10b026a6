import { createClient } from './client.ts'
import { goToLogin } from './session.ts'

const listeners = new Set<() => void>()

/** The client of the console's own host; a session that has ended leads to the sign-in page. */
export const api = createClient({
  onUnauthorized: () => goToLogin(),
  onNoAnswer: () => listeners.forEach((listener) => listener()),
})

/** Calls the listener at each request whose answer did not arrive, or not whole. @returns stops that. */
export function onNoAnswer(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
