import type { ColumnType } from 'kysely'

export type SagaState = 'running' | 'stuck' | 'done' | 'undone'

export interface SagaTable {
  id: string
  name: string
  state: SagaState
  undoing: boolean
  step: number
  data: ColumnType<Record<string, unknown>, string, string>
  attempts: number
  error: string | null
  due: Date
  lease_id: string | null
  time_created: Date
  time_modified: Date
}

export interface SagaTables {
  sagas: SagaTable
}
