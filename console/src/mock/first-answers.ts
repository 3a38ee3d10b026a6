import type { RecordedAnswers } from '../../../control-plane/src/browser/messages.ts'
import { startup } from './control-plane.ts'

let recorded: Promise<RecordedAnswers> | undefined

/** Fetches what the first page will ask. Nothing changes the demo data before the control plane is ready. */
export function loadFirstAnswers(url: string): void {
  recorded = fetch(url)
    .then(async (file): Promise<RecordedAnswers> => (file.ok ? file.json() : {}))
    .catch(() => ({}))
}

/** The recorded answer to a read; none once the control plane is ready, or has been asked for a change. */
export async function firstAnswer({ url, method }: Request): Promise<Response | undefined> {
  if (method !== 'GET' || startup.get().phase === 'ready') recorded = undefined
  const { pathname, search } = new URL(url)
  const answer = (await recorded)?.[pathname + search]
  return answer && new Response(answer.body, answer)
}
