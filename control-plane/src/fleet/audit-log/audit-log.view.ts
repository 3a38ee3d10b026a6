import type { AuditLogEntry } from '@skerry/contract/fleet/audit-log.ts'
import { operationById } from '@skerry/contract/operations.ts'
import { permissions } from '@skerry/contract/rules/permission-table.ts'
import { timestamp } from '../../kernel/time.ts'
import type { AuditRow } from './audit-log.repo.ts'

/** Fleet roles give no access to projects: the log shows that something changed there, without details. */
const isInProject = (operation: string): boolean =>
  operationById(operation) !== undefined &&
  JSON.stringify(permissions[operation as keyof typeof permissions]).includes('"project.')

export const auditLogEntryView = (row: AuditRow): AuditLogEntry => ({
  id: row.id,
  timestamp: timestamp(row.time),
  operation: row.operation,
  outcome: row.outcome,
  status: row.status,
  request_id: row.request_id,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  silo_id: row.silo_id,
  silo_name: row.silo_name,
  credential_id: row.credential_id,
  source_address: row.source_address,
  target: row.target,
  detail: isInProject(row.operation) ? null : row.detail,
})
