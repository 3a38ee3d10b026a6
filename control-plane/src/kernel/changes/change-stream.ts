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
  /** Undefined ends the stream. */
  actorNow(stream: ChangeStream): Promise<Actor | undefined>
  ended(): void
}

/** Events that wait for a slow client. After that it is skipped until it reads on. */
const WAITING_EVENTS = 4
/** More changes at once are one event: everything may have changed. */
const MOST_CHANGES = 100
const encoder = new TextEncoder()

/** One open stream. It has no queue of its own: its place in the log of changes is enough. */
export class ChangeStream {
  readonly response: Response
  actor: Actor
  checkedAt: number
  /** The actor's rights may have changed since they were read; a request reads only those that it needs. */
  distrusted = true
  #position: number | undefined
  #started = false
  #advancing = false
  #open = true
  readonly #parts: Parts
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.actor = parts.actor
    this.checkedAt = parts.checkedAt
    this.#position = parts.position
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.advance(),
        cancel: () => this.#close(),
      },
      { highWaterMark: WAITING_EVENTS },
    )
    // Proxies must neither keep nor collect events.
    const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
    this.response = new Response(body, { headers })
  }

  /** Sends what is new, when the client reads and the actor may still see it. */
  advance(): void {
    if (!this.#advancing) void this.#advance()
  }

  /** Keeps the connection open; a comment in the protocol's terms. */
  beat(): void {
    if (this.#isReady) this.#send(': \n\n')
  }

  end(): void {
    if (!this.#open) return
    this.#close()
    this.#controller?.close()
  }

  get #isReady(): boolean {
    return this.#open && (this.#controller?.desiredSize ?? 0) > 0
  }

  async #advance(): Promise<void> {
    const { last } = this.#parts
    this.#advancing = true
    while (this.#isReady && (!this.#started || this.distrusted || this.#position !== last())) {
      const before = this.actor
      const actor = await this.#parts.actorNow(this)
      if (!this.#open) break
      if (!actor) this.end()
      else {
        this.actor = actor
        this.#sendNew(!this.#started || sameRights(before, actor))
      }
    }
    this.#advancing = false
  }

  #sendNew(hasSameRights: boolean): void {
    const { last, after, idOf } = this.#parts
    const to = last()
    const changes = hasSameRights && this.#position !== undefined ? after(this.#position) : undefined
    const seen = changes && seenOf(this.actor, changes)
    this.#position = to
    const id = idOf(to)
    const isNew = seen?.length !== 0
    // Pages that share a stream compare the user with theirs: the cookie may be another session's by now.
    if (!this.#started) this.#event('start', { user: this.actor.userId }, isNew ? undefined : id)
    this.#started = true
    if (!seen || seen.length > MOST_CHANGES) this.#event('resync', {}, id)
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

/** Whoever gains or loses a role may see other things than before, changed or not. */
const sameRights = (before: Actor, now: Actor): boolean => before === now || rightsOf(before) === rightsOf(now)
