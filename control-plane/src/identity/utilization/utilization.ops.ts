import type { utilization } from '@skerry/contract/identity/utilization.ts'
import type { Handlers } from '../../kernel/call.ts'
import { quotaOf } from '../quotas/quotas.repo.ts'

export const utilizationOps: Handlers<Pick<typeof utilization, 'utilization_view'>> = {
  async utilization_view(call) {
    call.access.onSilo(call.actor.siloId)
    const quota = await quotaOf(call.db, call.actor.siloId)
    return {
      capacity: { cpus: quota.cpus, memory: quota.memory, storage: quota.storage },
      provisioned: {
        cpus: quota.cpus_provisioned,
        memory: quota.memory_provisioned,
        storage: quota.storage_provisioned,
      },
    }
  },
}
