import type { SystemIssue, SystemIssueKind, SystemIssues } from '@skerry/contract/fleet/issues.ts'
import type { Services } from '../../kernel/services/services.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { Finder, Search } from './finder.ts'
import { finders, platformFinders } from './finders.ts'

/** Largest number of issues of one kind in an answer. */
const MAX_ISSUES_PER_KIND = 100

/**
 * Everything that needs an operator's attention now. `unknown` lists the kinds for which the platform did not answer.
 */
export async function findIssues({
  db,
  platform,
  clock,
  report,
}: Pick<Services, 'db' | 'platform' | 'clock' | 'report'>) {
  const issues: SystemIssue[] = []
  const truncated: SystemIssueKind[] = []
  const unknown: SystemIssueKind[] = []
  let platformIsDown = false
  const findOfKind = async (find: Finder, search: Search): Promise<SystemIssue[]> => {
    if (!platformFinders.has(find)) return find(search)
    // An unavailable platform is an issue of its own, and each further call would wait for its deadline.
    if (!platformIsDown)
      try {
        return await find(search)
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        platformIsDown = true
      }
    unknown.push(platformFinders.get(find)!)
    return []
  }
  // One after another, to use a single connection to the database.
  for (const find of finders) {
    const ofKind = await findOfKind(find, { db, platform, report, now: clock.now(), limit: MAX_ISSUES_PER_KIND + 1 })
    const [first] = ofKind
    if (first && ofKind.length > MAX_ISSUES_PER_KIND) truncated.push(first.kind)
    issues.push(...ofKind.slice(0, MAX_ISSUES_PER_KIND))
  }
  return { issues, truncated, unknown } satisfies SystemIssues & { unknown: SystemIssueKind[] }
}
