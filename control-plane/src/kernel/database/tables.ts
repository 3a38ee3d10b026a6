import type { auditOutcomes } from '@skerry/contract/rules/audit-log.ts'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { SagaTables } from '../sagas/saga-tables.ts'
import type { Json } from './columns.ts'

interface AuditLogTable {
  id: string
  time: Date
  request_id: string
  operation: string
  actor_id: string | null
  silo_id: string | null
  credential_id: string | null
  source_address: string | null
  target: string | null
  status: number
  outcome: GeneratedAlways<(typeof auditOutcomes)[number]>
  detail: Json<unknown> | null
  /** Place of the target (`Access.place`). All null for the fleet, and if the caller may not see the target. */
  project_id: Generated<string | null>
  place_silo_id: Generated<string | null>
  place_user_id: Generated<string | null>
}

/**
 * The tables of migrations/, as types for Kysely. Each wing adds its own in its `tables.ts` by a module augmentation,
 * since the kernel imports no wing.
 */
export interface Tables extends SagaTables {
  settings: { key: string; value: Json<unknown> }
  audit_log: AuditLogTable
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** The tables whose rows have these columns. */
export type TableWith<Columns> = { [T in keyof Tables]: Row<T> extends Columns ? T : never }[keyof Tables]
