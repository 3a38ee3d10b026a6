import type { metrics } from '@skerry/contract/fleet/metrics.ts'
import { requireSilo } from '../../identity/silos/silos.scope.ts'
import { selectedProject } from '../../kernel/access/scope.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { FLEET_ID } from '../../kernel/values/uuid.ts'
import { readSamples } from './sample-reads.ts'
import { usagePage } from './usage-page.ts'

export const usageMetricsOps: Handlers<Pick<typeof metrics, 'silo_metric' | 'system_metric'>> = {
  silo_metric(call) {
    const project = call.query.project === undefined ? undefined : selectedProject(call)
    if (!project) call.access.onSilo(call.actor.siloId)
    return readSamples(call, () => usagePage(call, call.params.metric_name, project?.id ?? call.actor.siloId))
  },

  async system_metric(call) {
    call.access.onFleet()
    const { silo } = call.query
    if (silo === undefined) return readSamples(call, () => usagePage(call, call.params.metric_name, FLEET_ID))
    const { id } = await requireSilo(call.db, silo)
    return readSamples(call, () => usagePage(call, call.params.metric_name, id))
  },
}
