import type { SystemIssue, SystemIssueKind, SystemIssues } from '@skerry/contract/fleet/issues.ts'
import type { Services } from '../../kernel/services.ts'
import { PlatformError } from '../../platform/platform-error.ts'
import type { Finder, Search } from './finder.ts'
import { finders, platformFinders } from './finders.ts'

/** The most issues of a kind that are answered: more than that nobody reads one by one. */
const MOST_OF_A_KIND = 100

/** What needs an operator's attention at this moment. */
export async function findIssues({
  db,
  platform,
  clock,
  report,
}: Pick<Services, 'db' | 'platform' | 'clock' | 'report'>) {
  const issues: SystemIssue[] = []
  const truncated: SystemIssueKind[] = []
  let isSilent = false
  const findAnswered = async (find: Finder, search: Search): Promise<SystemIssue[]> => {
    if (!platformFinders.has(find)) return find(search)
    // That the platform does not answer is an issue of its own, and asking on would take its deadline each time.
    if (isSilent) return []
    return find(search).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error
      isSilent = true
      return []
    })
  }
  // One after the other: looking for trouble should not take every connection to the database.
  for (const find of finders) {
    const ofKind = await findAnswered(find, { db, platform, report, now: clock.now(), most: MOST_OF_A_KIND + 1 })
    const [first] = ofKind
    if (first && ofKind.length > MOST_OF_A_KIND) truncated.push(first.kind)
    issues.push(...ofKind.slice(0, MOST_OF_A_KIND))
  }
  return { issues, truncated } satisfies SystemIssues
}
