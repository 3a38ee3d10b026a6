import type { ColumnType, Generated } from 'kysely'

export type SagaState = 'running' | 'done' | 'undone'

/** What a request that waited for a saga is answered when the saga failed. */
export interface Failure {
  status: number
  code: string | null
  message: string
}

export interface SagaTable {
  id: string
  /** The saga that began this one and whose request waits for both; null where a request began it or none waits. */
  parent_id: string | null
  name: string
  /** Whose work it is; the fleet's id where it is no silo's or no project's. */
  silo_id: Generated<string>
  project_id: Generated<string>
  /** Whether the step at hand may take minutes. */
  slow: Generated<boolean>
  state: SagaState
  undoing: boolean
  step: number
  data: ColumnType<Record<string, unknown>, string, string>
  attempts: number
  /** In the words of whoever failed, for the log and those who run the server. */
  error: string | null
  failure: ColumnType<Failure | null, string | null, string | null>
  /** The saga whose end it waits for; its step is done again then, or when it is due. */
  waits_for: string | null
  due: Date
  lease_id: string | null
  time_created: Date
  time_modified: Date
}

export interface SagaTables {
  sagas: SagaTable
}
