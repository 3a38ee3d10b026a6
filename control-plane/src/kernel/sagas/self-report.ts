import type { UnansweredKind } from '../../clock/bounded-calls.ts'
import type { TaskSummary } from '../tasks/tasks.ts'

/** What a control plane can tell of itself. Nothing of it is secret. */
export interface SelfReport {
  /** Versions and configuration. */
  about(): object
  /** The last lines of the log, oldest first. */
  recentLog(): readonly string[]
  tasks(): readonly TaskSummary[]
  /** Kinds of platform calls that are not answered. */
  unanswered(): readonly UnansweredKind[]
  /** Its figures as Prometheus reads them; empty where nobody counts. */
  metrics(): Promise<string>
}

export const nothingToReport: SelfReport = {
  about: () => ({}),
  recentLog: () => [],
  tasks: () => [],
  unanswered: () => [],
  metrics: async () => '',
}
