import type { issues, SystemIssue, SystemIssueKind } from '@skerry/contract/fleet/issues.ts'
import type { Handlers } from '../../kernel/call.ts'
import { finders } from './finders.ts'

/** The most issues of a kind that are answered: more than that nobody reads one by one. */
const MOST_OF_A_KIND = 100

export const issuesOps: Handlers<typeof issues> = {
  async system_issues_view(call) {
    call.access.onFleet()
    const found: SystemIssue[] = []
    const truncated: SystemIssueKind[] = []
    // One after the other: looking for trouble should not take every connection to the database.
    for (const find of finders) {
      const ofKind = await find({
        db: call.db,
        platform: call.services.platform,
        now: call.now,
        most: MOST_OF_A_KIND + 1,
      })
      const [first] = ofKind
      if (first && ofKind.length > MOST_OF_A_KIND) truncated.push(first.kind)
      found.push(...ofKind.slice(0, MOST_OF_A_KIND))
    }
    return { issues: found, truncated }
  },
}
