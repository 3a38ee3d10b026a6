import type { AuditLogEntry } from '@skerry/contract/fleet/audit-log.ts'
import { operationById } from '@skerry/contract/operations.ts'
import { permissions } from '@skerry/contract/rules/permission-table.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { AuditRow } from './audit-log.repo.ts'
import { idsIn, type NamedResource } from './resource-names.ts'

/** Fleet roles give no access to projects: the log shows that something changed there, without details. */
export const isInProject = (operation: string): boolean =>
  operationById(operation) !== undefined &&
  JSON.stringify(permissions[operation as keyof typeof permissions]).includes('"project.')

/** Largest length of the names in the details of one answer. */
const MAX_NAME_CHARACTERS = 500_000

const shownDetail = (row: AuditRow): unknown => (isInProject(row.operation) ? null : row.detail)

/** The targets of entries, and the ids in their details. */
export const idsShown = (rows: readonly AuditRow[]): string[] =>
  rows.flatMap((row) => [...idsIn([row.target, shownDetail(row)])])

/** Entries with the names of their targets and of the ids in their details. @param resources by id */
export function auditLogEntryViews(
  rows: readonly AuditRow[],
  resources: ReadonlyMap<string, NamedResource>,
): AuditLogEntry[] {
  const room = { characters: MAX_NAME_CHARACTERS }
  return rows.map((row) => entryView(row, resources, room))
}

/** @param room characters left for names in details; when they are used up, ids get no name */
function entryView(
  row: AuditRow,
  resources: ReadonlyMap<string, NamedResource>,
  room: { characters: number },
): AuditLogEntry {
  const detail = shownDetail(row)
  const target = row.target === null ? undefined : resources.get(row.target)
  const named = [...new Set(idsIn(detail))].flatMap((id) => {
    const resource = resources.get(id)
    if (!resource || room.characters <= 0) return []
    room.characters -= id.length + resource.name.length
    return [[id, resource.name]]
  })
  return {
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
    target_kind: target?.kind ?? null,
    target_name: target?.name ?? null,
    detail,
    ...(named.length && { names_by_id: Object.fromEntries(named) }),
  }
}
