import type { ChangeEvent } from '@skerry/contract/rules/change-events.ts'

/**
 * `open` while changes are reported, `connecting` before that and again after a stream that just ended, `lost` while it
 * is tried again after a failure, `ended` where it is not: the session ended, is another user's, or the server has no
 * stream.
 */
export type FeedState = 'connecting' | 'open' | 'lost' | 'ended'

export type Changes = readonly ChangeEvent[] | 'everything'

export type FeedMessage = { kind: 'state'; state: FeedState } | { kind: 'changes'; changes: Changes }

/** What a page asks of its feed. */
export type FeedRequest =
  /** Also repeated while the page is shown, to which the feed answers with its state. */
  { kind: 'watch'; since: number } | { kind: 'rest' }

export interface FeedAddress {
  /** Of the event stream, with its host. */
  url: string
  /** Whose changes these are. Another user's stream is not used. */
  user: string
}

/** Between a page and the event stream, which pages of a browser may share. */
export interface Feed {
  post: (request: FeedRequest) => void
  close: () => void
}
