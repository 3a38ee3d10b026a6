import { PlatformError } from '../../platform/platform-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Clock } from '../../clock/clock.ts'
import type { WingServices } from '../services.ts'
import type { Db, Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { SagaRow } from './saga-store.ts'
import type { Failure, SagaState } from './saga-tables.ts'
import type { SelfReport } from './self-report.ts'

/** What a step outside a transaction works with. It ends early when `signal` aborts. */
export interface SagaContext {
  readonly id: string
  readonly signal: AbortSignal
  readonly db: Db
  readonly platform: Platform
  readonly clock: Clock
  readonly log: Log
  readonly services: WingServices
  readonly report: SelfReport
  /** Why the saga that this step waited for has failed, when it has. */
  readonly awaitedFailure: ApiError | undefined
  /** Writes in a transaction of its own. Like the rest of such a step it may be repeated. */
  transaction<T>(work: (tx: Tx, ctx: WriteContext) => Promise<T>): Promise<T>
}

/** What a step inside a transaction works with: nothing that could use another connection. */
export interface WriteContext {
  readonly id: string
  readonly now: Date
  /** Whose work this saga is, for those that it begins. */
  readonly owner: SagaOwner
  /** Begins others in the step's transaction: a request that waits for this saga waits for them too. */
  readonly sagas: Sagas
}

/** Whose work a saga is: any row that belongs to a project or a silo; `fleet` where it is the system's own. */
export interface SagaOwner {
  silo_id?: string | null
  project_id?: string | null
}
export const fleet: SagaOwner = {}

/**
 * A step on the outside world. It may run more than once, also after it succeeded, so it must be idempotent and find
 * all it needs in `data`: ids are chosen before the saga begins. Its undo may run although it did nothing.
 */
export interface DoStep<D> {
  name: string
  do(ctx: SagaContext, data: D): Promise<Partial<D> | void>
  undo?(ctx: SagaContext, data: D): Promise<void>
  /** Whether it may take minutes, as a copy does: such steps have slots of their own. */
  slow?(data: D): boolean
}

/** A step in the database, in one transaction with the record of its progress: it happens once or not at all. */
export interface WriteStep<D> {
  name: string
  write(tx: Tx, data: D, ctx: WriteContext): Promise<Partial<D> | void>
  unwrite?(tx: Tx, data: D, ctx: WriteContext): Promise<void>
}

export type SagaStep<D> = DoStep<D> | WriteStep<D>

export interface SagaOptions {
  /** No request waits for it: the state in which it leaves a thing meanwhile is an answer (an instance's start). */
  background?: true
  /** There is no way back (a deletion): a failing step is retried until it succeeds. */
  forward?: true
}

export interface SagaDefinition<D extends object> extends SagaOptions {
  readonly name: string
  readonly steps: readonly SagaStep<D>[]
}

/**
 * Names a saga and its steps, each with its undo. Records of it outlive an upgrade: a change of its steps is a new
 * name. `D` is kept as JSON.
 */
export const defineSaga = <D extends object>(
  name: string,
  steps: readonly SagaStep<D>[],
  options: SagaOptions = {},
): SagaDefinition<D> => ({ name, steps, ...options })

/**
 * Thrown by a step that can do nothing before another saga has ended. The saga gives its lease and its place among
 * those at work back, and the step is done from its start when that saga has ended, or after a few seconds.
 */
export class WaitForSaga extends Error {
  override name = 'WaitForSaga'
  readonly sagaId: string

  constructor(sagaId: string) {
    super(`Waits for saga ${sagaId}`)
    this.sagaId = sagaId
  }
}

/** Whether trying the step again is pointless. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof PlatformError) return error.kind !== 'transient'
  return error instanceof ApiError && error.status !== 503
}

export interface SagaSummary {
  id: string
  name: string
  state: SagaState
  undoing: boolean
  /** Name of the step at hand; null once the saga has ended. */
  step: string | null
  attempts: number
  /** When it is tried again; null while it is worked on, and once it has ended. */
  time_next_attempt: Date | null
  error: string | null
  time_created: Date
  time_modified: Date
}

/** The sagas that a request waits for, each with those that it began. */
export interface AwaitedSagas {
  /** A failure of one of these is the request's own. */
  begun: readonly string[]
  /** Another request began these: their failure is not reported to this one. */
  joined?: readonly string[]
}

export interface SagaOutcome {
  /** False when the time was up before. */
  ended: boolean
  /** Of the first that failed among those begun, with its cause for the log. */
  failure: (Failure & { cause: string | null }) | null
}

/** Begins sagas and does them, beside any other control planes on the same database. */
export interface Sagas {
  /**
   * Writes a saga's record in the transaction of a request or a step; call `wake` once that is committed.
   * @param owner whose turn it takes
   * @param id of the saga, where a row has to name it before it begins
   * @returns the saga's id
   */
  begin<D extends object>(tx: Tx, saga: SagaDefinition<D>, data: D, owner: SagaOwner, id?: string): Promise<string>
  /**
   * Has the request of that transaction wait for a saga that another request began.
   * @param options `sharesOutcome` where both requests ask for the same: a failure is then this one's too
   */
  join(tx: Tx, id: string, options?: { sharesOutcome: boolean }): void
  /** Whether sagas were started in a transaction, and which its request has to wait for once it is committed. */
  startedIn(tx: Tx): { any: boolean; awaited: Required<AwaitedSagas> }
  /**
   * Resolves once these sagas and all that they began have ended, at most until a time of the clock.
   * A saga without a record has ended long ago.
   */
  completed(sagas: AwaitedSagas, until: Date): Promise<SagaOutcome>
  /** Requests that wait in `completed` at this moment and have nothing else to do. */
  readonly waiting: number
  /** Looks for sagas that are due. Cheap; harmless when there are none. */
  wake(): void
  /** Starts the worker: takes up what is due, and looks again every few seconds for what others left. */
  start(): void
  /** Ends the worker and all waits. Steps under way are told to end; their sagas are free for the next worker at once. */
  stop(): Promise<void>
  /** Resolves once this worker has nothing to do until a step outside the database, a timer or a `wake` goes on. */
  idle(): Promise<void>
  /** Sagas that have not ended, oldest first. */
  list(limit?: number): Promise<SagaSummary[]>
  /** A saga's record in words. */
  summary(row: SagaRow): SagaSummary
  /** Has a saga that waits for its next try try now. Answers whether it waited. */
  retry(id: string): Promise<boolean>
  /** Forgets sagas that ended more than `ms` milliseconds ago. Answers how many. */
  prune(ms: number, signal: AbortSignal): Promise<number>
}
