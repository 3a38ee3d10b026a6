import type { Clock } from '../../clock/clock.ts'
import type { OrderedPlatform } from '../../platform/interface/in-order.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { Db, Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import type { WingServices } from '../services/services.ts'
import type { Log } from '../telemetry/log.ts'
import type { SagaRow } from './saga-store.ts'
import type { Failure, SagaState } from './saga-tables.ts'
import type { SelfReport } from './self-report.ts'

/** Context of a step outside a transaction. The step should end when `signal` aborts. */
export interface SagaContext {
  readonly id: string
  readonly signal: AbortSignal
  readonly db: Db
  /** Its calls carry the saga's order. */
  readonly platform: OrderedPlatform
  readonly clock: Clock
  readonly log: Log
  readonly services: WingServices
  readonly report: SelfReport
  /** The failure of the saga that this step waited for, if it failed. */
  readonly awaitedFailure: ApiError | undefined
  /** Writes in its own transaction. Like the rest of the step it may be repeated. */
  transaction<T>(work: (tx: Tx, ctx: WriteContext) => Promise<T>): Promise<T>
}

/** Context of a step inside a transaction, without anything that uses another connection. */
export interface WriteContext {
  readonly id: string
  readonly now: Date
  /** The saga's scope, for sagas that it starts. */
  readonly scope: SagaScope
  /** Starts other sagas in the step's transaction. A request that waits for this saga waits for them too. */
  readonly sagas: Sagas
}

/** In whose project or silo a saga works; empty for the `fleet`. */
export interface SagaScope {
  silo_id?: string | null
  project_id?: string | null
}
export const fleet: SagaScope = {}

/**
 * A step with effects outside the database. It may run more than once, also after it succeeded, so it must be
 * idempotent and take ids from `data`, chosen before the saga starts. Its undo may run although it did nothing.
 */
export interface DoStep<D> {
  name: string
  do(ctx: SagaContext, data: D): Promise<Partial<D> | void>
  undo?(ctx: SagaContext, data: D): Promise<void>
  /** Whether it may take minutes, like a copy; such steps have their own slots. */
  slow?(data: D): boolean
}

/**
 * A step in the database, in one transaction with the record of its progress: it happens exactly once or not at all.
 */
export interface WriteStep<D> {
  name: string
  write(tx: Tx, data: D, ctx: WriteContext): Promise<Partial<D> | void>
  unwrite?(tx: Tx, data: D, ctx: WriteContext): Promise<void>
}

export type SagaStep<D> = DoStep<D> | WriteStep<D>

export interface SagaOptions {
  /** No request waits for it: the intermediate state is a valid answer (an instance that is starting). */
  background?: true
  /** It cannot be undone (a deletion): a failing step is retried until it succeeds. */
  forward?: true
}

export interface SagaDefinition<D extends object> extends SagaOptions {
  readonly name: string
  readonly steps: readonly SagaStep<D>[]
}

/**
 * Defines a saga: its name and its steps, each with its undo. Records outlive upgrades and name their step by number, so
 * a change of the steps needs a migration that moves them. `D` is stored as JSON.
 */
export const defineSaga = <D extends object>(
  name: string,
  steps: readonly SagaStep<D>[],
  options: SagaOptions = {},
): SagaDefinition<D> => ({ name, steps, ...options })

/**
 * Thrown by a step that must wait for another saga. The saga releases its lease and slot, and the step is restarted
 * when that saga has ended, or after a few seconds.
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
  /** Name of the current step; null once the saga has ended. */
  step: string | null
  attempts: number
  /** When it is retried; null while it runs and once it has ended. */
  time_next_attempt: Date | null
  error: string | null
  time_created: Date
  time_modified: Date
}

/** The sagas that a request waits for, each with those that it started. */
export interface AwaitedSagas {
  /** Started by the request, which reports their failure. */
  started: readonly string[]
  /** Started by another request; their failure is not reported to this one. */
  joined?: readonly string[]
}

export interface SagaOutcome {
  /** False if the time limit was reached first. */
  ended: boolean
  /** The failure of the first saga in `started` that failed. */
  failure: Failure | null
}

/** A request that starts sagas, and its user. */
export interface Requester {
  requestId: string
  userId: string | undefined
}

/** Starts and runs sagas. Other control planes on the same database may do so too. */
export interface Sagas {
  /**
   * Writes a saga's record in the transaction of a request or a step; call `wake` once that is committed.
   * @param scope whose share of the slots it uses
   * @param id of the saga, if a row must name it before it starts
   * @returns the saga's id
   */
  begin<D extends object>(tx: Tx, saga: SagaDefinition<D>, data: D, scope: SagaScope, id?: string): Promise<string>
  /**
   * Makes the request of that transaction wait for a saga that another request started.
   * @param options `sharesOutcome` if both requests ask for the same: this one then reports its failure too
   */
  join(tx: Tx, id: string, options?: { sharesOutcome: boolean }): void
  /** Sets the request that a transaction belongs to; recorded in the sagas that it starts. */
  setRequest(tx: Tx, request: Requester): void
  /** Whether a transaction started or joined sagas, and those that its request must wait for after the commit. */
  startedIn(tx: Tx): { any: boolean; awaited: Required<AwaitedSagas> }
  /**
   * Resolves once these sagas and all that they started have ended, or at the time `until`. A saga without a record has
   * ended long ago.
   */
  completed(sagas: AwaitedSagas, until: Date): Promise<SagaOutcome>
  /** The number of requests that wait in `completed`. */
  readonly waiting: number
  /** Looks for due sagas. Cheap, also if there are none. */
  wake(): void
  /** Starts the worker: it claims due sagas, and every few seconds those that other workers abandoned. */
  start(): void
  /** Ends the worker and all waits. Running steps are aborted; other workers can claim their sagas at once. */
  stop(): Promise<void>
  /** Resolves when this worker is idle until a step outside the database ends, a timer fires or `wake` is called. */
  idle(): Promise<void>
  /** Sagas that have not ended, oldest first. */
  list(limit?: number): Promise<SagaSummary[]>
  /** A summary of a saga's record. */
  summary(row: SagaRow): SagaSummary
  /** Retries a waiting saga now. Returns whether it was waiting. */
  retry(id: string): Promise<boolean>
  /** Deletes records of sagas that ended so many milliseconds ago. Returns their number. */
  prune(kept: { doneMs: number; undoneMs: number }, signal: AbortSignal): Promise<number>
}
