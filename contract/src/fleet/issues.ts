import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { bounded, dateTime, Name, uuid } from '../values.ts'

export const SystemIssueKind = z
  .enum([
    'alert_deliveries',
    'bfd_session',
    'bgp_session',
    'certificate',
    'disk',
    'ip_pool',
    'machine',
    'physical_disk',
    'platform',
    'quota',
    'rack',
    'reconciliation',
    'release_component',
    'saga',
    'sled',
    'storage',
    'support_bundle',
    'switch',
    'task',
    'uninitialized_sled',
  ])
  .meta({ id: 'SystemIssueKind' })
export type SystemIssueKind = z.infer<typeof SystemIssueKind>

export const SystemIssueSeverity = z.enum(['critical', 'warning']).meta({ id: 'SystemIssueSeverity' })
export type SystemIssueSeverity = z.infer<typeof SystemIssueSeverity>

/** A user has seen the issue: it no longer counts until it ends and returns, or becomes worse. */
export const IssueAcknowledgement = z
  .object({ note: z.string(), actor_name: z.string().nullish(), time_created: dateTime })
  .meta({ id: 'IssueAcknowledgement' })
export type IssueAcknowledgement = z.infer<typeof IssueAcknowledgement>

export const SystemIssue = z
  .object({
    kind: SystemIssueKind,
    severity: SystemIssueSeverity,
    /** Id of the affected resource; unique together with the kind. */
    id: z.string(),
    /** Its name, or a serial number or address if it has none. */
    name: z.string(),
    /** The problem, worded for a person. */
    message: z.string(),
    /** The silo of the affected resource, if it is in one. */
    silo_name: Name.nullish(),
    /** Its project, if it is in one. */
    project_name: Name.nullish(),
    /** Of a BGP session, the port that it runs over. */
    switch_port_id: uuid.nullish(),
    /** If known. */
    time_began: dateTime.nullish(),
    acknowledgement: IssueAcknowledgement.nullish(),
  })
  .meta({ id: 'SystemIssue' })
export type SystemIssue = z.infer<typeof SystemIssue>

export const SystemIssues = z
  .object({
    issues: z.array(SystemIssue),
    /** Kinds with more issues than this answer contains. */
    truncated: z.array(SystemIssueKind),
  })
  .meta({ id: 'SystemIssues' })
export type SystemIssues = z.infer<typeof SystemIssues>

export const IssueAcknowledge = z.object({ note: bounded(500) }).meta({ id: 'IssueAcknowledge' })
export type IssueAcknowledge = z.infer<typeof IssueAcknowledge>

const path = '/v1/system/issues/{issue_kind}/{issue_id}/acknowledgement'
const params = z.object({ issue_kind: SystemIssueKind, issue_id: bounded(200) })

export const issues = defineOperations({
  /** What needs an operator's attention now. Beyond the wire contract. */
  system_issues_view: {
    tag: 'system/status',
    method: 'get',
    path: '/v1/system/issues',
    answer: [200, SystemIssues],
  },
  /** Acknowledges an issue, or replaces the note. Beyond the wire contract. */
  system_issue_acknowledge: {
    tag: 'system/status',
    method: 'put',
    path,
    params,
    body: IssueAcknowledge,
    answer: [200, IssueAcknowledgement],
  },
  system_issue_unacknowledge: {
    tag: 'system/status',
    method: 'delete',
    path,
    params,
    answer: [204],
  },
})
