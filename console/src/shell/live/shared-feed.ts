import type { Feed, FeedAddress, FeedMessage } from './feed.ts'
import type { Receive } from './own-feed.ts'

/**
 * The feed of all pages of this user in the browser, which allows six connections to a host. A shared worker, unlike a
 * service worker and locks, is there over plain HTTP too, and outlives each page. Undefined where there is none.
 */
export function openSharedFeed(address: FeedAddress, receive: Receive): Feed | undefined {
  if (!('SharedWorker' in globalThis)) return undefined
  const name = JSON.stringify(address)
  const { port } = new SharedWorker(new URL('feed-worker.ts', import.meta.url), { type: 'module', name })
  port.addEventListener('message', ({ data }: MessageEvent<FeedMessage>) => receive(data))
  port.start()
  return {
    post: (request) => port.postMessage(request),
    close: () => {
      port.postMessage({ kind: 'rest' })
      port.close()
    },
  }
}
