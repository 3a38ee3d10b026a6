import type { SystemIssue, SystemIssueKind, SystemIssues } from '@skerry/contract/fleet/issues.ts'
import type { Services } from '../../kernel/services.ts'
import { finders } from './finders.ts'

/** The most issues of a kind that are answered: more than that nobody reads one by one. */
const MOST_OF_A_KIND = 100

/** What needs an operator's attention at this moment. */
export async function findIssues({ db, platform, clock }: Pick<Services, 'db' | 'platform' | 'clock'>) {
  const issues: SystemIssue[] = []
  const truncated: SystemIssueKind[] = []
  // One after the other: looking for trouble should not take every connection to the database.
  for (const find of finders) {
    const ofKind = await find({ db, platform, now: clock.now(), most: MOST_OF_A_KIND + 1 })
    const [first] = ofKind
    if (first && ofKind.length > MOST_OF_A_KIND) truncated.push(first.kind)
    issues.push(...ofKind.slice(0, MOST_OF_A_KIND))
  }
  return { issues, truncated } satisfies SystemIssues
}
