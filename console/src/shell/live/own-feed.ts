import { FeedHub } from './feed-hub.ts'
import type { Feed, FeedAddress, FeedMessage } from './feed.ts'

export type Receive = (message: FeedMessage) => void

/** A feed of this page alone. */
export function openOwnFeed(address: FeedAddress, receive: Receive): Feed {
  const hub = new FeedHub(address)
  return { post: (request) => hub.receive(receive, request), close: () => hub.close() }
}
