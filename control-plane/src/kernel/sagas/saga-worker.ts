import type { Clock } from '../../clock/clock.ts'
import { inOrder } from '../../platform/interface/in-order.ts'
import type { Platform } from '../../platform/interface/platform.ts'
import type { Db, Tx } from '../database/database.ts'
import type { WingServices } from '../services/services.ts'
import type { Log } from '../telemetry/log.ts'
import { claimSagas, mayWait, type Turn } from './claim-sagas.ts'
import { driveSaga, type SagaLimits, standardLimits } from './saga-drive.ts'
import { SagaStarts } from './saga-starts.ts'
import * as store from './saga-store.ts'
import { SagaWaits } from './saga-waits.ts'
import type {
  AwaitedSagas,
  SagaContext,
  SagaDefinition,
  SagaOutcome,
  Sagas,
  SagaSummary,
  WriteContext,
} from './saga.ts'
import { nothingToReport, type SelfReport } from './self-report.ts'

export interface SagaSettings {
  db: Db
  platform: Platform
  clock: Clock
  log: Log
  services: WingServices
  report?: SelfReport
  /** The sagas that this process can run; it leaves records with other names to other processes. */
  definitions: readonly SagaDefinition<object>[]
  /** Called before each attempt of a step, but not of an undo. An error that it throws is the step's failure. */
  beforeStep?: (saga: string, step: string) => void | Promise<void>
  limits?: Partial<SagaLimits>
}

interface Run {
  abort: AbortController
  done: Promise<void>
  turn: Turn
  /** In a step outside the database, which may take long. */
  outside: boolean
}

/** Starts and runs sagas, also with other control planes on the same database. */
export class SagaWorker extends SagaStarts implements Sagas {
  readonly #settings: SagaSettings
  readonly #limits: SagaLimits
  readonly #running = new Map<string, Run>()
  readonly #waits: SagaWaits
  readonly #timers = new Set<() => void>()
  #pumping: Promise<void> | undefined
  #renewing: Promise<void> = Promise.resolve()
  #wanted = false
  /** Counts changes of this worker's sagas, for `idle`. */
  #changes = { count: 0, next: Promise.withResolvers<void>() }
  #started = false

  constructor(settings: SagaSettings) {
    super(settings)
    this.#settings = settings
    this.#limits = { ...standardLimits, ...settings.limits }
    this.#waits = new SagaWaits(settings.db, settings.clock, this.#limits.watchMs)
  }

  completed(sagas: AwaitedSagas, until: Date): Promise<SagaOutcome> {
    return this.#waits.wait(sagas, until)
  }

  get waiting(): number {
    return this.#waits.waiting
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    this.#waits.start()
    const { clock } = this.#settings
    this.#timers.add(clock.every(this.#limits.pollMs, () => this.wake()))
    this.#timers.add(clock.every(this.#limits.leaseMs / 3, () => (this.#renewing = this.#renew())))
    this.wake()
  }

  wake(): void {
    if (!this.#started) return
    this.#wanted = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined
    })
  }

  async stop(): Promise<void> {
    this.#started = false
    for (const end of this.#timers) end()
    this.#timers.clear()
    // Sagas that are being claimed at this moment are aborted too.
    await this.#pumping
    for (const { abort } of this.#running.values()) abort.abort(new Error('The worker is stopping'))
    await Promise.all([...this.#running.values()].map(({ done }) => done))
    this.#waits.stop()
  }

  async idle(): Promise<void> {
    for (;;) {
      const before = this.#changes.count
      await new Promise((resolve) => setTimeout(resolve, 0))
      await this.#renewing
      const [{ count, next }, atWork] = [this.#changes, [...this.#running.values()].some(({ outside }) => !outside)]
      if (this.#pumping) await this.#pumping
      else if (atWork) await next.promise
      else if (count === before) return
    }
  }

  async list(limit = 1000): Promise<SagaSummary[]> {
    return (await store.unfinishedSagas(this.#settings.db, limit)).map((row) => this.summary(row))
  }

  summary({
    id,
    name,
    state,
    undoing,
    step,
    attempts,
    error,
    due,
    lease_id,
    time_created,
    time_modified,
  }: store.SagaRow): SagaSummary {
    const hasEnded = state === 'done' || state === 'undone'
    const at = hasEnded ? null : (this.definitions.get(name)?.steps[step]?.name ?? null)
    const time_next_attempt = hasEnded || lease_id ? null : due
    return { id, name, state, undoing, step: at, attempts, error, time_next_attempt, time_created, time_modified }
  }

  async retry(id: string): Promise<boolean> {
    const { db, clock } = this.#settings
    const waited = await store.retrySaga(db, id, clock.now())
    this.wake()
    return waited
  }

  async prune({ doneMs, undoneMs }: { doneMs: number; undoneMs: number }, signal: AbortSignal): Promise<number> {
    const { db, clock } = this.#settings
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    const done = await store.pruneSagas(db, { state: 'done', before: ago(doneMs) }, signal)
    return done + (await store.pruneSagas(db, { state: 'undone', before: ago(undoneMs) }, signal))
  }

  async #pump(): Promise<void> {
    const { db, clock, log } = this.#settings
    while (this.#wanted && this.#started) {
      this.#wanted = false
      const now = clock.now()
      const until = new Date(now.getTime() + this.#limits.leaseMs)
      try {
        const { slots } = this.#limits
        const names = [...this.definitions.keys()]
        const working = this.#turns()
        const rows = await claimSagas(db, { names, now, until, working, slots })
        for (const row of rows) this.#run(row)
        // A saga may have ended after they were counted: its slot is free for one that is due.
        if (rows.some((row) => mayWait(row, [...working, ...rows], slots))) this.#wanted = true
      } catch (error) {
        log('error', 'sagas could not be claimed', { error })
      }
    }
  }

  #turns(): Turn[] {
    return [...this.#running.values()].map(({ turn }) => turn)
  }

  #run(row: store.SagaRow): void {
    const { db, platform, clock, log, services, report = nothingToReport } = this.#settings
    const definition = this.definitions.get(row.name)
    if (!definition || !row.lease_id) return
    const lease = row.lease_id
    const abort = new AbortController()
    const run: Run = { abort, done: Promise.resolve(), turn: row, outside: false }
    this.#running.set(lease, run)
    const ofSaga = { saga: row.name, saga_id: row.id, request_id: row.request_id ?? undefined }
    const sagaLog: Log = (level, message, fields) => log(level, message, { ...ofSaga, ...fields })
    const write = (tx: Tx): WriteContext => {
      this.setParent(tx, row.id)
      return { id: row.id, now: clock.now(), scope: row, sagas: this }
    }
    const committed = (tx: Tx) => {
      if (this.startedIn(tx).any) this.wake()
    }
    const ordered = (order: number) => inOrder(platform, order)
    const context: SagaContext = {
      id: row.id,
      signal: abort.signal,
      db,
      platform: ordered(row.order_no),
      clock,
      log: sagaLog,
      services,
      report,
      awaitedFailure: undefined,
      async transaction(work) {
        const { tx, result } = await db.transaction().execute(async (tx) => ({ tx, result: await work(tx, write(tx)) }))
        committed(tx)
        return result
      },
    }
    run.done = driveSaga(row, definition, context, {
      limits: this.#limits,
      beforeStep: this.#settings.beforeStep,
      ordered,
      write,
      committed,
      ended: () => this.#ended(row, sagaLog),
      outside: (outside) => {
        run.outside = outside
        this.#changed()
      },
    })
      .then(
        (waitMs) => {
          if (waitMs === 0) this.wake()
          else if (waitMs !== undefined) this.#wakeIn(waitMs)
        },
        (error: unknown) => {
          sagaLog('error', 'saga progress could not be stored', { error })
          this.#releaseLater(row)
        },
      )
      .finally(() => {
        const hadToWait = mayWait(row, this.#turns(), this.#limits.slots)
        this.#running.delete(lease)
        this.#changed()
        this.#waits.changed(row.id)
        if (hadToWait) this.wake()
      })
  }

  /** Makes sagas due that wait for this one. If that fails, they check again after a while. */
  async #ended(row: store.SagaRow, log: Log): Promise<void> {
    const { db, clock } = this.#settings
    this.#waits.changed(row.id)
    try {
      if (await store.releaseWaiting(db, row.id, clock.now())) this.wake()
    } catch (error) {
      log('warn', 'sagas that wait for this one could not be made due', { error })
    }
  }

  #changed(): void {
    const { count, next } = this.#changes
    this.#changes = { count: count + 1, next: Promise.withResolvers() }
    next.resolve()
  }

  #wakeIn(ms: number): void {
    this.#after(ms, () => this.wake())
  }

  /** Releases a saga whose progress could not be stored, when the database answers again and before its lease ends. */
  #releaseLater(row: store.SagaRow, waitMs = this.#limits.backoffMs): void {
    if (!this.#started || waitMs > this.#limits.leaseMs) return
    const { db, clock } = this.#settings
    this.#after(waitMs, () => {
      store.releaseSaga(db, row, clock.now()).then(
        () => this.wake(),
        () => this.#releaseLater(row, waitMs * 2),
      )
    })
  }

  #after(ms: number, work: () => void): void {
    const cancel = this.#settings.clock.after(ms, () => {
      this.#timers.delete(cancel)
      work()
    })
    this.#timers.add(cancel)
  }

  async #renew(): Promise<void> {
    const { db, clock, log } = this.#settings
    const leases = [...this.#running.keys()]
    if (!leases.length) return
    try {
      const until = new Date(clock.now().getTime() + this.#limits.leaseMs)
      const held = new Set((await store.renewLeases(db, leases, until)).map((row) => row.lease_id))
      for (const lease of leases) if (!held.has(lease)) this.#running.get(lease)?.abort.abort(new store.LeaseLost())
    } catch (error) {
      log('error', 'leases of sagas could not be renewed', { error })
    }
  }
}
