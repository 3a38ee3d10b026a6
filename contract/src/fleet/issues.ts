import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { dateTime, Name } from '../values.ts'

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
    'support_bundle',
    'switch',
    'task',
    'uninitialized_sled',
  ])
  .meta({ id: 'SystemIssueKind' })
export type SystemIssueKind = z.infer<typeof SystemIssueKind>

export const SystemIssueSeverity = z.enum(['critical', 'warning']).meta({ id: 'SystemIssueSeverity' })
export type SystemIssueSeverity = z.infer<typeof SystemIssueSeverity>

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
    /** If known. */
    time_began: dateTime.nullish(),
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

export const issues = defineOperations({
  /** What needs an operator's attention now. Beyond the wire contract. */
  system_issues_view: {
    tag: 'system/status',
    method: 'get',
    path: '/v1/system/issues',
    answer: [200, SystemIssues],
  },
})
