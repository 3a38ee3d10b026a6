import type { systemOverview } from '@skerry/contract/fleet/system-overview.ts'
import { usageTrend } from '../../identity/quotas/usage.repo.ts'
import { utilizationView } from '../../identity/utilization/utilization.ops.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { FLEET_ID } from '../../kernel/values/uuid.ts'
import { allQuotas, countSleds, instancesByState } from './system-overview.repo.ts'

export const systemOverviewOps: Handlers<typeof systemOverview> = {
  async system_overview(call) {
    call.access.onFleet()
    const { db, now } = call
    const { silos, ...quotas } = await allQuotas(db)
    const instances = await instancesByState(db)
    return {
      silos,
      instances: instances.map((group) => ({ ...group, time_began: timestamp(group.time_began) })),
      sleds: await countSleds(db),
      utilization: utilizationView(quotas),
      trend: await usageTrend(db, FLEET_ID, now),
    }
  },
}
