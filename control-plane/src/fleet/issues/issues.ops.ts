import type { issues } from '@skerry/contract/fleet/issues.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { findIssues } from './find-issues.ts'
import { withTimes } from './issue-times.repo.ts'

export const issuesOps: Handlers<typeof issues> = {
  async system_issues_view(call) {
    call.access.onFleet()
    const { issues, truncated } = await findIssues(call.services)
    return { issues: await withTimes(call.db, issues), truncated }
  },
}
