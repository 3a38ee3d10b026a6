import { type Clock, steadyClock } from '../../clock/clock.ts'
import { FairQueue } from '../../queue/fair-queue.ts'
import type { Actor, Credential } from '../access/actor.ts'
import { identify } from '../access/actor.ts'
import type { ClientAddress } from '../access/client-address.ts'
import type { SourceAddresses } from '../access/source-addresses.ts'
import type { Db } from '../database/database.ts'
import { ApiError, tooManyRequests, unavailable } from '../http/errors.ts'
import { Semaphore } from '../limits/semaphore.ts'
import { Yielder } from '../limits/yielder.ts'
import type { Settings } from '../services/services.ts'
import type { Log } from '../telemetry/log.ts'
import { randomId } from '../values/uuid.ts'
import { ChangeLog } from './change-log.ts'
import type { ChangeSource } from './change-source.ts'
import { ChangeStream } from './change-stream.ts'
import { concernsRightsOf, mayConcernRights, parseChange } from './change.ts'

const KEPT_CHANGES = 2000
const STREAMS_OF_USER = 20
const STREAMS = 5000
/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 25_000
/** Sessions also end by time, which no change reports, so rights are read again after this time. */
const RECHECKED_MS = 300_000
const SWEEP_MS = 30_000
/** Many changes one after the other are sent together, so that their number costs little with many streams. */
const SENT_EVERY_MS = 50
/** Streams whose rights are read at once. */
const CONCURRENT_CHECKS = 4
/**
 * Interval between checks of a stream's rights during many changes, after a few checks without a pause. The stream
 * sends nothing while it waits.
 */
const CHECKED_EVERY_MS = 1000
const CHECKS_AT_ONCE = 3
/** Costs in `Yielder` units: sending to a stream, and deciding whether a stream receives a change. */
const SENDING_UNITS = 50
const CHANGE_UNITS = 0.5

interface Parts {
  db: Db
  clock: Clock
  log: Log
  settings: Settings
  sources: SourceAddresses
  source: ChangeSource
}

/** Position from which a new stream continues. */
export interface Resumption {
  /** The id of the last event that the client has. */
  lastEventId?: string | undefined
  /** Without that id: repeats the changes of these last seconds. */
  replaySeconds?: number | undefined
}

/** Sends each open stream the changes that its user may see. docs/adr/0044-a-stream-of-changes.md says how. */
export class ChangeHub {
  readonly #parts: Parts
  /** Clock for the pace of sending and checking; real time also in tests with a manual clock. */
  readonly #pace: Clock
  readonly #log = new ChangeLog(KEPT_CHANGES)
  /** Prefix of event ids: other servers number changes differently. */
  readonly #id = randomId().slice(0, 8)
  readonly #streams = new Set<ChangeStream>()
  /** Streams whose rights were read since the last change of them. Only these are examined for each change. */
  readonly #trusted = new Set<ChangeStream>()
  readonly #ofUsers = new Semaphore(STREAMS_OF_USER)
  readonly #timers: (() => void)[] = []
  readonly #checks = new FairQueue({ running: CONCURRENT_CHECKS })
  #ended = false
  #flushing = false
  #flushedAt = 0
  /** The number of the last change that was flushed. */
  #flushedTo = 0

  constructor(parts: Parts, pace: Clock = steadyClock) {
    this.#parts = parts
    this.#pace = pace
  }

  /** Number of open streams. */
  get open(): number {
    return this.#streams.size
  }

  async start(): Promise<void> {
    const { clock, log, source } = this.#parts
    await source.listen({
      changed: (text) => this.#changed(text),
      listening: () => this.#restart(clock.now().getTime()),
      lost: (error) => {
        this.#restart(undefined)
        log('warn', 'cannot receive changes of the database', { error })
      },
    })
    this.#timers.push(
      clock.every(HEARTBEAT_MS, () => this.#each(SENDING_UNITS, (stream) => stream.beat())),
      clock.every(SWEEP_MS, () => {
        const due = clock.now().getTime() - RECHECKED_MS
        return this.#each(SENDING_UNITS, (stream) => stream.checkedAt < due && this.#recheck(stream))
      }),
    )
  }

  /**
   * Opens a stream of server-sent events.
   * @throws 429 for a user with too many streams, 503 when there are too many in all or the server ends
   */
  stream(
    actor: Actor,
    credential: Credential,
    address: ClientAddress,
    { lastEventId, replaySeconds }: Resumption,
  ): Response {
    if (this.#ended) throw unavailable('the server is stopping')
    if (this.#streams.size >= STREAMS) throw unavailable(`${STREAMS} event streams are open`)
    const release = this.#ofUsers.take(actor.userId)
    if (!release) throw tooManyRequests(`A user has at most ${STREAMS_OF_USER} event streams at a time`, 60)
    const { clock } = this.#parts
    const now = clock.now().getTime()
    const from =
      lastEventId !== undefined
        ? this.#numberOf(lastEventId)
        : replaySeconds
          ? this.#log.numberAt(now - replaySeconds * 1000)
          : this.#log.last
    const stream = new ChangeStream({
      actor,
      checkedAt: now,
      position: from,
      last: () => this.#log.last,
      after: (number) => this.#log.after(number),
      idOf: (number) => `${this.#id}-${number}`,
      now: () => clock.now().getTime(),
      actorNow: (stream) => this.#actorNow(stream, credential, address),
      ended: () => {
        release()
        this.#streams.delete(stream)
        this.#trusted.delete(stream)
      },
    })
    this.#streams.add(stream)
    return stream.response
  }

  endStreams(): void {
    this.#ended = true
    for (const stream of this.#streams) stream.end()
  }

  async stop(): Promise<void> {
    this.endStreams()
    for (const end of this.#timers.splice(0)) end()
    await this.#parts.source.close()
  }

  #numberOf(eventId: string): number | undefined {
    const number = eventId.startsWith(`${this.#id}-`) ? Number(eventId.slice(this.#id.length + 1)) : NaN
    return Number.isSafeInteger(number) ? number : undefined
  }

  #changed(text: string): void {
    const change = parseChange(text)
    if (!change) return
    this.#log.add(change, this.#parts.clock.now().getTime())
    if (change.kind === 'allow-list') this.#parts.sources.invalidate()
    if (mayConcernRights(change))
      for (const stream of this.#trusted) if (concernsRightsOf(stream.actor, change)) this.#distrust(stream)
    this.#flush()
  }

  #restart(at: number | undefined): void {
    this.#log.restart(at)
    this.#parts.sources.invalidate()
    for (const stream of this.#streams) this.#distrust(stream)
    this.#flush()
  }

  /** The first change at once, the next ones together. */
  #flush(): void {
    if (this.#flushing || this.#ended) return
    this.#flushing = true
    const flush = async () => {
      this.#flushedAt = this.#pace.now().getTime()
      const changes = this.#log.last - this.#flushedTo
      this.#flushedTo = this.#log.last
      try {
        await this.#each(SENDING_UNITS + changes * CHANGE_UNITS, (stream) => stream.advance())
      } finally {
        this.#flushing = false
      }
      // Streams that were advanced first lack the changes that came meanwhile.
      if (this.#flushedTo !== this.#log.last) this.#flush()
    }
    const waits = this.#flushedAt + SENT_EVERY_MS - this.#pace.now().getTime()
    if (waits > 0) this.#pace.after(waits, () => void flush())
    else queueMicrotask(() => void flush())
  }

  /** Yields in between, since thousands of streams would block the event loop. */
  async #each(units: number, work: (stream: ChangeStream) => unknown): Promise<void> {
    const yielder = new Yielder()
    for (const stream of this.#streams) {
      work(stream)
      await yielder.spent(units)
    }
  }

  #recheck(stream: ChangeStream): void {
    this.#distrust(stream)
    stream.advance()
  }

  #distrust(stream: ChangeStream): void {
    stream.distrusted = true
    this.#trusted.delete(stream)
  }

  /** The stream's actor with present rights; undefined if its credential has ended. */
  async #actorNow(stream: ChangeStream, credential: Credential, address: ClientAddress): Promise<Actor | undefined> {
    const { db, clock, log, settings, sources } = this.#parts
    await this.#checkPause(stream)
    return this.#checks.run([], async () => {
      if (!stream.isOpen) return undefined
      try {
        // First: what changes while the rights are read is checked again.
        stream.distrusted = false
        this.#trusted.add(stream)
        const now = clock.now()
        if (!(await sources.admits(address))) return undefined
        const { actor } = await identify(db, [credential], { now, limits: settings.sessions, projectRoles: 'any' })
        stream.checkedAt = now.getTime()
        return actor
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401))
          log('warn', 'cannot read the rights of an event stream', { error })
        return undefined
      }
    })
  }

  /** Waits until the stream's rights may be checked; the first few checks need not wait. */
  async #checkPause(stream: ChangeStream): Promise<void> {
    const now = this.#pace.now().getTime()
    const waits = stream.nextCheckAt - (CHECKS_AT_ONCE - 1) * CHECKED_EVERY_MS - now
    stream.nextCheckAt = Math.max(now, stream.nextCheckAt) + CHECKED_EVERY_MS
    if (waits > 0) await this.#pace.sleep(waits)
  }
}
