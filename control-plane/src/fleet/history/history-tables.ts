import type { MachineEventName } from '@skerry/contract/rules/history.ts'

/** What happened to an instance, its storage or hardware without a request. */
export interface MachineEventTable {
  id: string
  time: Date
  event: MachineEventName
  subject_id: string
  silo_id: string | null
  project_id: string | null
  reason: string | null
}

/** The names of deleted things; written by a trigger. */
export interface DeletedThingTable {
  id: string
  kind: string
  name: string
  time_deleted: Date
}

/** Another thing that an act made, attached, detached or took along with its target. */
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
