import type { Actor } from '../access/actor.ts'
import type { Change } from './change.ts'
import { seenOf } from './seen-changes.ts'

interface Parts {
  actor: Actor
  /** When the actor's rights were read, in ms since 1970. */
  checkedAt: number
  /** The number of the last change that the client knows; undefined if it missed unknown ones. */
  position: number | undefined
  last(): number
  after(number: number): readonly Change[] | undefined
  idOf(number: number): string
  now(): number
  /** The actor with present rights. Undefined ends the stream. */
  actorNow(stream: ChangeStream): Promise<Actor | undefined>
  ended(): void
}

/** Events that wait for a slow client. After that it is skipped until it reads on. */
const WAITING_EVENTS = 4
/** How long a client may leave a full queue unread. Then its stream ends, so that the user may open another one. */
const UNREAD_MS = 120_000
/** How long an actor's rights are trusted while no change of rights is reported. */
const TRUSTED_MS = 60_000
/** Maximum changes in one event; beyond it the event tells the client that everything may have changed. */
const MAX_CHANGES = 100
const encoder = new TextEncoder()

/** One open stream. It has no queue of its own: its place in the log of changes is enough. */
export class ChangeStream {
  readonly response: Response
  checkedAt: number
  /** The actor's rights may have changed since they were read; a request reads only those that it needs. */
  distrusted = true
  /** Earliest unthrottled check of rights. The hub moves it forward with each check. */
  nextCheckAt = 0
  #actor: Actor
  #position: number | undefined
  #started = false
  #checking = false
  #open = true
  #unreadSince: number | undefined
  readonly #parts: Parts
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#actor = parts.actor
    this.checkedAt = parts.checkedAt
    this.#position = parts.position
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => {
          this.#unreadSince = undefined
          this.advance()
        },
        cancel: () => this.#close(),
      },
      { highWaterMark: WAITING_EVENTS },
    )
    // Proxies must neither keep nor collect events.
    const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
    this.response = new Response(body, { headers })
  }

  get actor(): Actor {
    return this.#actor
  }

  get isOpen(): boolean {
    return this.#open
  }

  /** Sends what is new, when the client reads and the actor may still see it. Rights are read even if it does not. */
  advance(): void {
    if (!this.#open || this.#checking) return
    const isDue = this.#isReady && (!this.#started || this.#position !== this.#parts.last())
    if (this.distrusted || (isDue && this.#parts.now() - this.checkedAt >= TRUSTED_MS)) void this.#check()
    else if (isDue) this.#sendNew()
  }

  /** Keeps the connection open; a comment in the protocol's terms. Ends the stream of a client that does not read. */
  beat(): void {
    if (!this.#open) return
    if (this.#isReady) return this.#send(': \n\n')
    const now = this.#parts.now()
    this.#unreadSince ??= now
    if (now - this.#unreadSince >= UNREAD_MS) this.end()
  }

  end(): void {
    if (!this.#open) return
    this.#close()
    this.#controller?.close()
  }

  get #isReady(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  /** A change of rights that arrives meanwhile distrusts the stream again: then nothing is sent before the next check. */
  async #check(): Promise<void> {
    this.#checking = true
    const actor = await this.#parts.actorNow(this)
    this.#checking = false
    if (!this.#open) return
    if (!actor) return this.end()
    const isSame = rightsOf(this.#actor) === rightsOf(actor)
    // Otherwise the actor may see other things than before, changed or not.
    if (this.#started && !isSame) this.#position = undefined
    if (!isSame) this.#actor = actor
    this.advance()
  }

  #sendNew(): void {
    const { last, after, idOf } = this.#parts
    const to = last()
    const changes = this.#position === undefined ? undefined : after(this.#position)
    const seen = changes && seenOf(this.#actor, changes)
    const isFirst = !this.#started
    // First: an event that is sent may call `advance`.
    this.#position = to
    this.#started = true
    const id = idOf(to)
    const isNew = seen?.length !== 0
    // Pages that share a stream compare the user with theirs: the cookie may be another session's by now.
    if (isFirst) this.#event('start', { user: this.#actor.userId }, isNew ? undefined : id)
    if (!seen || seen.length > MAX_CHANGES) this.#event('resync', {}, id)
    else if (isNew) this.#event('changes', { changes: seen }, id)
  }

  #event(name: string, data: object, id: string | undefined): void {
    this.#send(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #send(text: string): void {
    this.#controller?.enqueue(encoder.encode(text))
  }

  #close(): void {
    if (!this.#open) return
    this.#open = false
    this.#parts.ended()
  }
}

const rightsOf = ({ assignments, mappedFleetRoles }: Actor) =>
  JSON.stringify([
    assignments.map(({ level, resourceId, role }) => `${level} ${resourceId} ${role}`).toSorted(),
    mappedFleetRoles,
  ])
