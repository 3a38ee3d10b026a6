import { EventStream } from './event-stream.ts'
import type { FeedAddress, FeedMessage, FeedRequest } from './feed.ts'

/** Pages repeat their request every 15 s; one that crashed does not. */
const FORGOTTEN_AFTER_MS = 60_000
/** From the page that is left to the next one the stream stays open. */
const LINGER_MS = 10_000

type Page = (message: FeedMessage) => void

/** One event stream for all pages of a user that are shown. Without such a page it is closed. */
export class FeedHub {
  /** When each page was last heard. */
  readonly #pages = new Map<Page, number>()
  readonly #stream: EventStream
  #closing: ReturnType<typeof setTimeout> | undefined

  constructor(address: FeedAddress) {
    this.#stream = new EventStream(address, {
      stateChanged: (state) => this.#post({ kind: 'state', state }),
      reported: (changes) => this.#post({ kind: 'changes', changes }),
    })
  }

  receive(page: Page, request: FeedRequest): void {
    if (request.kind === 'rest') this.#leave(page)
    else this.#watch(page, request.since)
  }

  close(): void {
    clearTimeout(this.#closing)
    this.#stream.stop()
  }

  #watch(page: Page, since: number): void {
    const now = Date.now()
    const isNew = !this.#pages.has(page)
    this.#pages.set(page, now)
    for (const [each, heardAt] of this.#pages) if (now - heardAt > FORGOTTEN_AFTER_MS) this.#pages.delete(each)
    clearTimeout(this.#closing)
    this.#stream.check()
    if (isNew) {
      for (const changes of this.#stream.after(since)) page({ kind: 'changes', changes })
      this.#stream.start(since)
      this.#stream.hurry()
    }
    page({ kind: 'state', state: this.#stream.state })
  }

  #leave(page: Page): void {
    this.#pages.delete(page)
    clearTimeout(this.#closing)
    if (this.#pages.size === 0) this.#closing = setTimeout(() => this.#stream.stop(), LINGER_MS)
  }

  #post(message: FeedMessage): void {
    for (const page of this.#pages.keys()) page(message)
  }
}
