import { reload } from '~/api/session.ts'

let tabs: BroadcastChannel | undefined

/**
 * Loads the page anew when another tab of this browser is signed in as another user: the cookie, and with it each request
 * of this page, is that user's by then.
 */
export function watchOtherUsers(user: string): void {
  if (tabs) return
  tabs = new BroadcastChannel('skerry.user')
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => data !== user && reload())
  tabs.postMessage(user)
}
