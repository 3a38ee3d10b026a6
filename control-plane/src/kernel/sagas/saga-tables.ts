import type { ColumnType, Generated } from 'kysely'

export type SagaState = 'running' | 'done' | 'undone'

/** The answer of a request whose saga failed. */
export interface Failure {
  status: number
  code: string | null
  message: string
  /** The original error message, for the log. */
  cause: string
}

export interface SagaTable {
  id: string
  /** The saga that started this one and whose request waits for both; null if a request started it or none waits. */
  parent_id: string | null
  name: string
  /** The owner; the fleet's id if it belongs to no silo or project. */
  silo_id: Generated<string>
  project_id: Generated<string>
  /** The user whose request started it, or started the saga that started it. */
  actor_id: Generated<string | null>
  /** The request that started it, for the histories of the things that the request concerned. */
  request_id: Generated<string | null>
  /** Increases with each saga: a later saga on the same resource has a higher number. Its undo has the next number. */
  order_no: Generated<number>
  /** Whether the current step may take minutes. */
  slow: Generated<boolean>
  state: SagaState
  undoing: boolean
  step: number
  data: ColumnType<Record<string, unknown>, string, string>
  attempts: number
  /** The message of the last error, which may be of the undo, for operators. */
  error: string | null
  failure: ColumnType<Failure | null, string | null, string | null>
  /** The saga that it waits for; its step is retried when that one ends, or when it is due. */
  waits_for: string | null
  due: Date
  lease_id: string | null
  time_created: Date
  time_modified: Date
}

export interface SagaTables {
  sagas: SagaTable
}
