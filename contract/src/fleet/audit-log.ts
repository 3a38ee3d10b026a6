import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { page, resultsPage, TimeAndIdSortMode } from '../paging.ts'
import { auditFormats, auditOutcomes } from '../rules/audit-log.ts'
import { bounded, dateTime, uint16, uuid } from '../values.ts'

export const AuditOutcome = z.enum(auditOutcomes).meta({ id: 'AuditOutcome' })
export type AuditOutcome = z.infer<typeof AuditOutcome>

export const AuditFormat = z.enum(auditFormats).meta({ id: 'AuditFormat' })
export type AuditFormat = z.infer<typeof AuditFormat>

export const AuditLogEntry = z
  .object({
    id: uuid,
    timestamp: dateTime,
    operation: z.string(),
    outcome: AuditOutcome,
    status: uint16,
    request_id: uuid,
    actor_id: uuid.nullish(),
    actor_name: z.string().nullish(),
    silo_id: uuid.nullish(),
    silo_name: z.string().nullish(),
    /** Id of the session or token. */
    credential_id: uuid.nullish(),
    source_address: z.string().nullish(),
    target: z.string().nullish(),
    /** Kind and name of the target, if it still exists. Resources in projects have no name here. */
    target_kind: z.string().nullish(),
    target_name: z.string().nullish(),
    /** The change of the target, where one is recorded. */
    detail: z.unknown(),
    /** Names of the ids in `detail`, of what still exists. */
    names_by_id: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'AuditLogEntry' })
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

/** Filters; all must match. `start_time` is inclusive, `end_time` exclusive. */
const filters = {
  start_time: dateTime.optional(),
  end_time: dateTime.optional(),
  actor_id: uuid.optional(),
  silo_id: uuid.optional(),
  operation: bounded(64).optional(),
  target: bounded(128).optional(),
  outcome: AuditOutcome.optional(),
}

/** Beyond the wire contract. */
export const auditLog = defineOperations({
  audit_log_list: {
    tag: 'system/audit-log',
    method: 'get',
    path: '/v1/system/audit-log',
    query: page(TimeAndIdSortMode, filters),
    paginated: true,
    answer: [200, resultsPage(AuditLogEntry)],
  },
  audit_log_export: {
    tag: 'system/audit-log',
    method: 'get',
    path: '/v1/system/audit-log-export',
    query: z.object({ format: AuditFormat.optional(), ...filters }),
    answer: 'default',
  },
  audit_log_entry_view: {
    tag: 'system/audit-log',
    method: 'get',
    path: '/v1/system/audit-log/{entry_id}',
    params: z.object({ entry_id: uuid }),
    answer: [200, AuditLogEntry],
  },
})
