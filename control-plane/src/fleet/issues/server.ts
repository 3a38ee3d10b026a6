import { timestamp } from '../../kernel/values/time.ts'
import type { Finder, Search } from './finder.ts'

/** Unanswered calls older than this no longer reflect the state of the platform. */
const UNANSWERED_WITHIN_MS = 3_600_000
/** Most tasks run every few minutes: this long means several failures. */
const FAILING_FOR_MS = 15 * 60_000

/** Kinds of calls of which the platform did not answer the last one in time. */
export const unansweredCalls = (report: Pick<Search['report'], 'unanswered'>, now: Date) =>
  report.unanswered().filter(({ last }) => now.getTime() - last.getTime() < UNANSWERED_WITHIN_MS)

export const findUnansweredCalls: Finder = async ({ report, now, limit }) =>
  unansweredCalls(report, now)
    .slice(0, limit)
    .map(({ kind, since }) => ({
      kind: 'platform',
      severity: 'critical',
      id: kind,
      name: kind,
      message: 'The platform does not answer. Operations that need it are retried',
      time_began: timestamp(since),
    }))

/** Regular tasks that have failed or hung for a while. */
export const findFailingTasks: Finder = async ({ report, now, limit }) =>
  report
    .tasks()
    .flatMap(({ name, failing_since }) => (failing_since ? [{ name, failing_since }] : []))
    .filter(({ failing_since }) => now.getTime() - failing_since.getTime() >= FAILING_FOR_MS)
    .slice(0, limit)
    .map(({ name, failing_since }) => ({
      kind: 'task',
      severity: 'warning',
      id: name,
      name,
      message: "A regular task keeps failing: see the server's log",
      time_began: timestamp(failing_since),
    }))
