import type { MachineEventName } from '@skerry/contract/rules/history.ts'

/** An event of an instance, its storage or its hardware that no request caused. */
export interface MachineEventTable {
  id: string
  time: Date
  event: MachineEventName
  subject_id: string
  silo_id: string | null
  project_id: string | null
  reason: string | null
}

/** The names of deleted resources; written by a trigger. */
export interface DeletedThingTable {
  id: string
  kind: string
  name: string
  time_deleted: Date
}

/** Another resource that a request created, attached, detached or deleted along with its target. */
export interface AuditMentionTable {
  target: string
  time: Date
  record_id: string
}

export interface HistoryTables {
  audit_mentions: AuditMentionTable
  machine_events: MachineEventTable
  deleted_things: DeletedThingTable
}
