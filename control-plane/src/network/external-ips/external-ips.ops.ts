import type { externalIps } from '@skerry/contract/network/external-ips.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { find } from '../../kernel/resources/find.ts'
import { instances } from '../../kernel/resources/instance.resource.ts'
import { linkedPool } from '../ip-pools/ip-pool-allocation.repo.ts'
import { declareIfConnected, declareInstance } from './declare-instance.ts'
import { externalIpView } from './external-ip.view.ts'
import { allocateEphemeral, deleteAddresses, ephemeralOf, visibleAddressesOf } from './external-ips.repo.ts'

/** @throws 404 when the pool is not linked; 400 when the address is from another pool */
async function refuseOtherPool(tx: Tx, siloId: string, { ip, ip_pool_id }: Row<'external_ips'>, requested: string) {
  if ((await linkedPool(tx, siloId, requested)).id === ip_pool_id) return
  const { name } = await linkedPool(tx, siloId, ip_pool_id)
  throw invalidRequest(`the instance has ephemeral IP ${ip} from IP pool "${name}": detach it first`)
}

export const externalIpsOps: Handlers<typeof externalIps> = {
  async instance_external_ip_list(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    const rows = await visibleAddressesOf(call.db, instance.id)
    return { items: rows.map(externalIpView), next_page: null }
  },

  instance_ephemeral_ip_attach(call) {
    return call.transaction(async (tx) => {
      const instance = await find(call, tx, instances, call.params.instance, { lock: true })
      call.target(instance.id)
      const { pool } = call.body
      const present = await ephemeralOf(tx, instance.id)
      if (present) {
        if (pool) await refuseOtherPool(tx, instance.silo_id, present, pool)
        return externalIpView(present)
      }
      refuseUnless(instanceCan.attachExternalIp, instance.run_state)
      await declareInstance(tx, call.services, instance)
      const holder = { siloId: instance.silo_id, projectId: instance.project_id, instanceId: instance.id, pool }
      return externalIpView(await allocateEphemeral(tx, holder, call.now))
    })
  },

  instance_ephemeral_ip_detach(call) {
    return call.transaction(async (tx) => {
      const instance = await find(call, tx, instances, call.params.instance, { lock: true })
      call.target(instance.id)
      const present = await ephemeralOf(tx, instance.id)
      if (!present) throw invalidRequest('the instance has no ephemeral IP')
      refuseUnless(instanceCan.detachExternalIp, instance.run_state)
      await declareIfConnected(tx, call.services, instance)
      await deleteAddresses(tx, [present])
    })
  },
}
