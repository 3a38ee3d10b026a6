import { api } from '~/api/api.ts'
import { msSinceOwnChange } from '~/api/queries.ts'
import { keepFreshWhile, queryClient } from '~/api/query-client.ts'
import { holdRowsWhile } from '~/table/steady-rows.ts'
import { capabilitiesOf, serverQuery } from '../access/capabilities.ts'
import type { Feed, FeedAddress, FeedMessage, FeedState } from './feed.ts'
import { live } from './live.ts'
import { watchOtherUsers } from './other-users.ts'
import { openOwnFeed } from './own-feed.ts'
import { isReported, Refresher } from './refresher.ts'
import { openSharedFeed } from './shared-feed.ts'

const REPEATED_EVERY_MS = 15_000
/** For so long a refresh may be due to a change of this page. */
const OWN_CHANGE_MS = 10_000

/** Takes the polling of what is on screen up or down. */
function setLive(isLive: boolean): void {
  if (live.get() === isLive) return
  live.set(isLive)
  // Options with functions are read again.
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' }))
    for (const observer of query.observers) observer.setOptions(observer.options)
}

/** Refreshes what is on screen as the event stream reports changes, while the page is shown. */
class LivePage {
  readonly #address: FeedAddress
  readonly #refresher = new Refresher(queryClient)
  readonly #listening = new AbortController()
  readonly #timer: ReturnType<typeof setInterval>
  #feed: Feed | undefined
  /** Requests to the feed without an answer. A shared worker may crash with the page that began it. */
  #unanswered = 0
  #workers = 0
  #state: FeedState = 'connecting'
  /** All changes before that were received. */
  #since = performance.timeOrigin

  constructor(user: string) {
    this.#address = { url: new URL('/v1/events', location.origin).href, user }
    const { signal } = this.#listening
    keepFreshWhile((query) => live.get() && isReported(query))
    holdRowsWhile(() => live.get() && msSinceOwnChange() > OWN_CHANGE_MS)
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#rest() : this.#watch()), { signal })
    // A page that the history keeps is not to be told of changes.
    addEventListener('pagehide', () => this.#rest(), { signal })
    addEventListener('pageshow', () => this.#watch(), { signal })
    this.#timer = setInterval(() => this.#watch(), REPEATED_EVERY_MS)
    this.#watch()
  }

  close(): void {
    this.#listening.abort()
    clearInterval(this.#timer)
    this.#feed?.close()
    this.#refresher.close()
    setLive(false)
  }

  #watch(): void {
    if (document.hidden) return
    if (this.#unanswered > 1) this.#reopen()
    this.#feed ??= this.#open()
    this.#unanswered++
    // Of a clock that was set back nothing is known.
    this.#feed.post({ kind: 'watch', since: this.#since > Date.now() ? 0 : this.#since })
  }

  #rest(): void {
    if (this.#unanswered === 0) this.#since = Date.now()
    this.#unanswered = 0
    this.#feed?.post({ kind: 'rest' })
  }

  #open(): Feed {
    const receive = (message: FeedMessage) => this.#receive(message)
    return (this.#workers++ < 2 && openSharedFeed(this.#address, receive)) || openOwnFeed(this.#address, receive)
  }

  #reopen(): void {
    this.#feed?.close()
    this.#feed = undefined
    this.#unanswered = 0
    setLive(false)
  }

  #receive(message: FeedMessage): void {
    if (message.kind === 'changes') return this.#refresher.note(message.changes)
    this.#unanswered = 0
    this.#since = Date.now()
    this.#setState(message.state)
  }

  #setState(state: FeedState): void {
    const hasFailed = state !== this.#state && (state === 'lost' || state === 'ended')
    this.#state = state
    setLive(state === 'open')
    // What the page asks itself shows why: no connection, or no session any more.
    if (hasFailed) void api.currentUserView().catch(() => undefined)
  }
}

/** Watches the changes that a user may see, if the server reports any. @returns ends it */
export async function watchChanges(user: string): Promise<() => void> {
  watchOtherUsers(user)
  const { event_stream: isOffered } = capabilitiesOf(await queryClient.ensureQueryData(serverQuery))
  if (!isOffered) return () => {}
  const page = new LivePage(user)
  return () => page.close()
}
