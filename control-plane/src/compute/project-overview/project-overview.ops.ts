import type { projectOverview } from '@skerry/contract/compute/project-overview.ts'
import { quotaOf } from '../../identity/quotas/quotas.repo.ts'
import { projectUsage, usageTrend } from '../../identity/quotas/usage.repo.ts'
import { utilizationView } from '../../identity/utilization/utilization.ops.ts'
import { projectInPath } from '../../kernel/access/project-in-path.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { readOverview } from './project-overview.repo.ts'
import { overviewView } from './project-overview.view.ts'

export const projectOverviewOps: Handlers<typeof projectOverview> = {
  async project_overview(call) {
    const project = projectInPath(call)
    const { access, db, now } = call
    const { siloRole } = access
    const row = await readOverview(db, { project, now, seesCertificates: siloRole === 'admin' })
    return {
      ...overviewView(row, siloRole !== undefined),
      usage: await projectUsage(db, project.id),
      silo: utilizationView(await quotaOf(db, project.silo_id)),
      trend: await usageTrend(db, project.id, now),
    }
  },
}
