import { confirm } from './confirm.ts'

const unfinished = new Map<symbol, string>()

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Makes the browser ask before the tab is closed or reloaded, and signing out ask too, while work would be cut short.
 * @param what a sentence: `Image debian-12 is still uploading.` @returns ends that.
 */
export function guardWork(what: string): () => void {
  const own = Symbol(what)
  unfinished.set(own, what)
  addEventListener('beforeunload', warn)
  return () => {
    unfinished.delete(own)
    if (unfinished.size === 0) removeEventListener('beforeunload', warn)
  }
}

/** Whether the session may end now: asks where work would be cut short, then warns no more. */
export async function mayEndSession(): Promise<boolean> {
  if (unfinished.size === 0) return true
  const body = [...new Set(unfinished.values())].join(' ')
  const confirmed = await confirm({ title: 'Sign out?', body, confirmLabel: 'Sign out', danger: true })
  if (confirmed) removeEventListener('beforeunload', warn)
  return confirmed
}
