import { FeedHub } from './feed-hub.ts'
import type { FeedAddress, FeedRequest } from './feed.ts'

/** The shared worker itself: the page's types would have the window here. Its name is the address of its feed. */
declare const self: {
  name: string
  addEventListener: (type: 'connect', listener: (event: MessageEvent) => void) => void
}

const hub = new FeedHub(JSON.parse(self.name) as FeedAddress)

self.addEventListener('connect', ({ ports: [port] }) => {
  if (!port) return
  const page = (message: unknown) => port.postMessage(message)
  port.addEventListener('message', ({ data }: MessageEvent<FeedRequest>) => hub.receive(page, data))
  port.start()
})
