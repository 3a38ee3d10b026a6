import { PlatformError } from '../platform/platform-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { Clock } from '../clock/clock.ts'
import type { Db, Tx } from './database.ts'
import { ApiError } from './errors.ts'
import type { Log } from './log.ts'
import type { SagaState } from './saga-tables.ts'

/** What a step outside a transaction works with. It ends early when `signal` aborts. */
export interface SagaContext {
  readonly id: string
  readonly signal: AbortSignal
  readonly db: Db
  readonly platform: Platform
  readonly clock: Clock
  readonly log: Log
  /** Writes in a transaction of its own. Like the rest of such a step it may be repeated. */
  transaction<T>(work: (tx: Tx, ctx: WriteContext) => Promise<T>): Promise<T>
}

/** What a step inside a transaction works with: nothing that could use another connection. */
export interface WriteContext {
  readonly id: string
  readonly now: Date
  /** Begins another saga in the same transaction. Answers its id. */
  begin<D extends object>(saga: SagaDefinition<D>, data: D): Promise<string>
}

/**
 * A step on the outside world. It may run more than once, also after it succeeded, so it must be idempotent and find
 * all it needs in `data`: ids are chosen before the saga begins. Its undo may run although it did nothing.
 */
export interface DoStep<D> {
  name: string
  do(ctx: SagaContext, data: D): Promise<Partial<D> | void>
  undo?(ctx: SagaContext, data: D): Promise<void>
}

/** A step in the database, in one transaction with the record of its progress: it happens once or not at all. */
export interface WriteStep<D> {
  name: string
  write(tx: Tx, data: D, ctx: WriteContext): Promise<Partial<D> | void>
  unwrite?(tx: Tx, data: D, ctx: WriteContext): Promise<void>
}

export type SagaStep<D> = DoStep<D> | WriteStep<D>

export interface SagaOptions {
  /** There is no way back (a deletion): a failing step is retried until it succeeds or the saga is stuck. */
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

/** Thrown by a step that would fail again: the saga is undone without further tries. */
export class SagaFailure extends Error {
  override name = 'SagaFailure'
}

/** Whether trying the step again is pointless. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof PlatformError) return error.kind !== 'transient'
  if (error instanceof ApiError) return error.status !== 503
  return error instanceof SagaFailure
}

export interface SagaSummary {
  id: string
  name: string
  state: SagaState
  undoing: boolean
  /** Name of the step at hand; null once the saga has ended. */
  step: string | null
  attempts: number
  error: string | null
  time_created: Date
  time_modified: Date
}

export interface SagaOutcome {
  state: Exclude<SagaState, 'running'>
  error: string | null
}

/** Begins sagas and does them, beside any other control planes on the same database. */
export interface Sagas {
  /**
   * Writes a saga's record in the transaction of the request; call `wake` once that is committed.
   * @returns the saga's id
   */
  begin<D extends object>(tx: Tx, saga: SagaDefinition<D>, data: D): Promise<string>
  /** Looks for sagas that are due. Cheap; harmless when there are none. */
  wake(): void
  /** Resolves once a saga has ended or is stuck. Rejects when there is no such saga, or with the signal's reason. */
  settled(id: string, signal?: AbortSignal): Promise<SagaOutcome>
  /** Starts the worker: takes up what is due, and looks again every few seconds for what others left. */
  start(): void
  /** Ends the worker. Steps under way are told to end; their sagas are free for the next worker at once. */
  stop(): Promise<void>
  /** Resolves once this worker has nothing to do until a step outside the database, a timer or a `wake` goes on. */
  idle(): Promise<void>
  /** Sagas that are running or stuck, oldest first. */
  list(limit?: number): Promise<SagaSummary[]>
  /** Lets a stuck saga try again. Answers whether it was stuck. */
  retry(id: string): Promise<boolean>
  /** Forgets sagas that ended more than `ms` milliseconds ago. Answers how many. */
  prune(ms: number): Promise<number>
}
