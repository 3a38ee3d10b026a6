import { syncHardware } from '../fleet/inventory/inventory.ts'
import type { Tx } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import type { LogFields } from '../kernel/telemetry/log.ts'
import { eventSubject } from '../platform/interface/event-subject.ts'
import type { PlatformEvent } from '../platform/interface/platform.ts'
import { applyEvent } from './apply-event.ts'
import { markApplied, nextEvent, postpone, type RecordedEvent, recordEvents } from './platform-events.repo.ts'

const POLL_MS = 1000
const BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000
/** Rows per insert. */
const BATCH_SIZE = 500

const backoffMs = (failures: number) => Math.min(BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)

const fieldsOf = (event: PlatformEvent): LogFields => ({
  event_id: event.id,
  kind: event.kind,
  subject: eventSubject(event),
  reason: 'reason' in event ? event.reason : undefined,
})

/**
 * Stores the platform's events, then applies each once, in order per subject, with unlimited retries. Machine
 * reconciliation finds changes whose events were lost before they were stored.
 */
export class PlatformEvents {
  readonly #services: Services
  readonly #apply: typeof applyEvent
  readonly #ended = new AbortController()
  /** Events received but not yet stored. `recorded` acknowledges them to the platform. */
  readonly #received: { event: PlatformEvent; recorded: PromiseWithResolvers<void> }[] = []
  #recording: Promise<void> | undefined
  #applying: Promise<void> | undefined
  /** Events were stored since the last look for due ones. */
  #applyDue = false
  #syncing: Promise<void> | undefined
  #syncDue = false
  #unsubscribe = () => {}
  #stopPolling = () => {}

  constructor(services: Services, apply = applyEvent) {
    this.#services = services
    this.#apply = apply
  }

  /** Subscribes to events, and applies those that were stored earlier. */
  start(): void {
    const { platform, clock } = this.#services
    this.#unsubscribe = platform.subscribe((event) => {
      const recorded = Promise.withResolvers<void>()
      this.#received.push({ event, recorded })
      this.#wake()
      return recorded.promise
    })
    this.#stopPolling = clock.every(POLL_MS, () => this.#wake())
    this.#wake()
  }

  /** Resolves once the received events are stored, if the database answers. The platform keeps the others. */
  async stop(): Promise<void> {
    this.#unsubscribe()
    this.#stopPolling()
    this.#ended.abort()
    await this.#recording
    for (const { recorded } of this.#received) recorded.reject(new Error('The control plane is stopping'))
    await this.#applying
    await this.#syncing
  }

  #wake(): void {
    this.#recording ??= this.#recordReceived().finally(() => {
      this.#recording = undefined
      if (this.#received.length && !this.#ended.signal.aborted) this.#wake()
    })
    this.#applying ??= this.#recording
      .then(() => this.#applyAll())
      .finally(() => {
        this.#applying = undefined
        if (this.#applyDue && !this.#ended.signal.aborted) this.#wake()
      })
  }

  async #recordReceived(): Promise<void> {
    const { db, clock, log } = this.#services
    for (let failures = 0; this.#received.length;) {
      const batch = this.#received.slice(0, BATCH_SIZE)
      try {
        const events = batch.map(({ event }) => event)
        await recordEvents(db, events, clock.now())
        this.#received.splice(0, batch.length)
        this.#applyDue = true
        failures = 0
        for (const { recorded } of batch) recorded.resolve()
        for (const event of events) log('info', 'platform event received', fieldsOf(event))
      } catch (error) {
        log('error', 'platform events could not be stored', { count: this.#received.length, error })
        if (this.#ended.signal.aborted) return
        await clock.sleep(backoffMs(failures++), this.#ended.signal).catch(() => {})
      }
    }
  }

  async #applyAll(): Promise<void> {
    this.#applyDue = false
    while (!this.#ended.signal.aborted && (await this.#applyNext()));
  }

  /** Returns whether another event may be due. */
  async #applyNext(): Promise<boolean> {
    const { db, log, sagas } = this.#services
    let next: RecordedEvent | undefined
    try {
      const result = await db.transaction().execute(async (tx) => {
        next = await nextEvent(tx, this.#services.clock.now())
        return next && this.#applyRecorded(tx, next)
      })
      if (!result) return false
      sagas.wake()
      if (result === 'applied' && next?.event.kind.startsWith('sled-')) this.#syncHardware()
      return true
    } catch (error) {
      log('error', 'platform event could not be applied', {
        ...(next && fieldsOf(next.event)),
        attempts: next?.attempts,
        error,
      })
      return next !== undefined && this.#retryLater(next, error)
    }
  }

  /**
   * Reads what an event of a sled does not say, such as how many bytes there are to promise. A reading leaves out sleds
   * with newer events, so each such event asks for another, once for all that come meanwhile. Events wait for none.
   */
  #syncHardware(): void {
    this.#syncDue = true
    if (this.#ended.signal.aborted) return
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined
      if (this.#syncDue) this.#syncHardware()
    })
  }

  async #sync(): Promise<void> {
    this.#syncDue = false
    try {
      await syncHardware(this.#services, this.#ended.signal)
    } catch (error) {
      // The next comparison of machines makes up for it.
      if (!this.#ended.signal.aborted)
        this.#services.log('warn', 'hardware could not be read after an event of a sled', { error })
    }
  }

  async #applyRecorded(tx: Tx, { event }: RecordedEvent): ReturnType<typeof applyEvent> {
    const now = this.#services.clock.now()
    const result = await this.#apply(tx, this.#services, event, now)
    if (result === 'applied') await markApplied(tx, event.id, now)
    else await postpone(tx, event.id, { due: new Date(now.getTime() + POLL_MS) })
    return result
  }

  async #retryLater({ event, attempts }: RecordedEvent, cause: unknown): Promise<boolean> {
    const { db, clock, log } = this.#services
    const due = new Date(clock.now().getTime() + backoffMs(attempts))
    try {
      await postpone(db, event.id, { due, attempts: attempts + 1, error: String(cause) })
      return true
    } catch (error) {
      log('error', 'platform event could not be postponed', { ...fieldsOf(event), error })
      return false
    }
  }
}
