import { timestamp } from '../../kernel/time.ts'
import type { Finder } from './finder.ts'

/** A call that was last asked longer ago tells nothing about the platform at this moment. */
const UNANSWERED_FOR_MS = 3_600_000
/** Most tasks run each few minutes: one failure passes, this is more than one. */
const FAILING_FOR_MS = 15 * 60_000

/** Kinds of calls that the platform did not answer in time when it was last asked. */
export const findUnansweredCalls: Finder = async ({ report, now, most }) =>
  report
    .unanswered()
    .filter(({ last }) => now.getTime() - last.getTime() < UNANSWERED_FOR_MS)
    .slice(0, most)
    .map(({ kind, since }) => ({
      kind: 'platform',
      severity: 'critical',
      id: kind,
      name: kind,
      message: 'The platform does not answer: what needs it is retried until it does',
      time_began: timestamp(since),
    }))

/** Regular tasks that have failed or hung for a while. */
export const findFailingTasks: Finder = async ({ report, now, most }) =>
  report
    .tasks()
    .flatMap(({ name, failing_since }) => (failing_since ? [{ name, failing_since }] : []))
    .filter(({ failing_since }) => now.getTime() - failing_since.getTime() >= FAILING_FOR_MS)
    .slice(0, most)
    .map(({ name, failing_since }) => ({
      kind: 'task',
      severity: 'warning',
      id: name,
      name,
      message: "A regular task fails each time: the server's log says why",
      time_began: timestamp(failing_since),
    }))
