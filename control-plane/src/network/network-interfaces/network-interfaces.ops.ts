import type { networkInterfaces as operations } from '@skerry/contract/network/network-interfaces.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { transitProblem } from '@skerry/contract/rules/special-networks.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { find } from '../../kernel/resources/find.ts'
import { instances } from '../../kernel/resources/instance.resource.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { addInterface } from './instance-interfaces.ts'
import { networkInterfaces } from './network-interface.resource.ts'
import { interfaceView } from './network-interface.view.ts'
import { deleteInterface, interfacesOf, interfacesOfInstance, updateInterface } from './network-interfaces.repo.ts'

/** The interface in the path and all interfaces of its instance, whose row is locked after the permission check. */
async function lockInPath(call: CallAt<'interface'>, tx: Tx) {
  const { interface: nameOrId } = call.params
  const { id, instance_id } = await find(call, tx, networkInterfaces, nameOrId)
  const instance = await tx
    .selectFrom('instances')
    .selectAll()
    .where('id', '=', instance_id)
    .forUpdate()
    .executeTakeFirst()
  const all = instance ? await interfacesOf(tx, instance.id) : []
  const nic = all.find((one) => one.id === id)
  if (!instance || !nic) throw notFound('instance-network-interface', selector(nameOrId))
  return { instance, nic, all }
}

export const networkInterfacesOps: Handlers<typeof operations> = {
  async instance_network_interface_list(call) {
    const instance = await find(call, call.db, instances, call.query.instance!)
    return pageOf(call.page, call.sort, interfacesOfInstance(call.db, instance.id), {
      table: 'network_interfaces',
      view: interfaceView,
    })
  },

  instance_network_interface_create(call) {
    return call.transaction(async (tx) => {
      const instance = await find(call, tx, instances, call.query.instance, { lock: true })
      refuseUnless(instanceCan.addNetworkInterface, instance.run_state)
      const nic = await addInterface(tx, call.services, instance, call.body, call.now)
      call.target(nic.id)
      call.mention(instance.id)
      return interfaceView(nic)
    })
  },

  instance_network_interface_view: async (call) =>
    interfaceView(await find(call, call.db, networkInterfaces, call.params.interface)),

  instance_network_interface_update(call) {
    return call.transaction(async (tx) => {
      const { instance, nic } = await lockInPath(call, tx)
      call.target(nic.id)
      call.mention(instance.id)
      refuseUnless(instanceCan.updateNetworkInterface, instance.run_state)
      const { name, description, primary, transit_ips: transitIps } = call.body
      const problem = transitProblem(transitIps)
      if (problem) throw invalidRequest(`transit_ips: ${problem}`).concerning({ field: 'transit_ips', reason: problem })
      await declareVpcs(tx, call.services, [nic.vpc_id])
      const changed = { name: name ?? undefined, description: description ?? undefined, primary, transitIps }
      const row = await updateInterface(tx, nic, changed, call.now)
      call.target(nic.id, differenceOf(interfaceView(nic), interfaceView(row)))
      return interfaceView(row)
    })
  },

  instance_network_interface_delete(call) {
    return call.transaction(async (tx) => {
      const { instance, nic, all } = await lockInPath(call, tx)
      call.target(nic.id)
      call.mention(instance.id)
      refuseUnless(instanceCan.deleteNetworkInterface, instance.run_state)
      const other = all.find((each) => each.id !== nic.id)
      if (nic.is_primary && other)
        throw invalidRequest(
          `"${nic.name}" is the primary network interface, beside "${other.name}": make another primary or delete the others first`,
        )
      await declareVpcs(tx, call.services, [nic.vpc_id])
      await deleteInterface(tx, nic)
    })
  },
}
