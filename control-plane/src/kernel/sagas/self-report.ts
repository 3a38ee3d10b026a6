import type { UnansweredKind } from '../../clock/bounded-calls.ts'
import type { TaskSummary } from '../tasks/tasks.ts'

/** A control plane's report on itself, without secrets. */
export interface SelfReport {
  /** Versions and configuration. */
  about(): object
  /** The last lines of the log, oldest first. */
  recentLog(): readonly string[]
  tasks(): readonly TaskSummary[]
  /** Kinds of platform calls that hang. */
  unanswered(): readonly UnansweredKind[]
  /** Its metrics in Prometheus' text format; empty without metrics. */
  metrics(): Promise<string>
}

export const nothingToReport: SelfReport = {
  about: () => ({}),
  recentLog: () => [],
  tasks: () => [],
  unanswered: () => [],
  metrics: async () => '',
}
