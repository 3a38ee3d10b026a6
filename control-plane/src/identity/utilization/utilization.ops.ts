import type {
  SiloUtilization,
  Utilization,
  utilization,
  VirtualResourceCounts,
} from '@skerry/contract/identity/utilization.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { quotaOf, quotasOfSilos } from '../quotas/quotas.repo.ts'
import { siloInPath } from '../silos/silos.scope.ts'

type Quota = Omit<Row<'quotas'>, 'silo_id'>

const limits = ({ cpus, memory, storage }: Quota): VirtualResourceCounts => ({ cpus, memory, storage })

const used = (quota: Quota): VirtualResourceCounts => ({
  cpus: quota.cpus_provisioned,
  memory: quota.memory_provisioned,
  storage: quota.storage_provisioned,
})

const siloUtilizationView = (quota: Row<'quotas'> & { name: string }): SiloUtilization => ({
  silo_id: quota.silo_id,
  silo_name: quota.name,
  allocated: limits(quota),
  provisioned: used(quota),
})

export const utilizationView = (quota: Quota): Utilization => ({ capacity: limits(quota), provisioned: used(quota) })

export const utilizationOps: Handlers<typeof utilization> = {
  silo_utilization_list(call) {
    call.access.onFleet()
    // Leaves out silos that are neither discoverable nor have a quota.
    const shown = quotasOfSilos(call.db).where((where) =>
      where.or([
        where('silos.discoverable', '=', true),
        where('cpus', '>', 0),
        where('memory', '>', 0),
        where('storage', '>', 0),
      ]),
    )
    return pageOf(call.page, call.sort, shown, { table: 'silos', view: siloUtilizationView })
  },

  async silo_utilization_view(call) {
    const { id, name } = await siloInPath(call, call.db)
    return siloUtilizationView({ ...(await quotaOf(call.db, id)), name })
  },

  async utilization_view(call) {
    call.access.onSilo(call.actor.siloId)
    const hardware_left = await call.services.hardwareLeft(call.db)
    return { ...utilizationView(await quotaOf(call.db, call.actor.siloId)), ...(hardware_left && { hardware_left }) }
  },
}
