import type { subnets as operations } from '@skerry/contract/network/subnets.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { find } from '../../kernel/resources/find.ts'
import { interfaceView } from '../network-interfaces/network-interface.view.ts'
import { interfaceBytes, interfacesOfSubnet } from '../network-interfaces/network-interfaces.repo.ts'
import { customRouterId } from '../routers/routers.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'
import { subnets } from './subnet.resource.ts'
import { listedSubnetView, subnetView } from './subnet.view.ts'
import { deleteSubnet, firstInterface, firstProbe, insertSubnet, listedSubnets, updateSubnet } from './subnets.repo.ts'

export const subnetsOps: Handlers<typeof operations> = {
  async vpc_subnet_list(call) {
    const vpc = await find(call, call.db, vpcs, call.query.vpc!)
    return pageOf(call.page, call.sort, listedSubnets(call.db, vpc.id), { table: 'subnets', view: listedSubnetView })
  },

  vpc_subnet_create(call) {
    const { name, description, ipv4_block: ipv4Block, ipv6_block: ipv6Block, custom_router } = call.body
    return call.transaction(async (tx) => {
      const vpc = await find(call, tx, vpcs, call.query.vpc, { lock: true })
      const customRouter = await customRouterId(tx, vpc.id, custom_router)
      const fields = { name, description, ipv4Block, ipv6Block, customRouterId: customRouter }
      const subnet = await insertSubnet(tx, vpc, fields, call.now)
      call.target(subnet.id)
      await declareVpcs(tx, call.services, [vpc.id])
      return subnetView(subnet)
    })
  },

  vpc_subnet_view: async (call) => subnetView(await find(call, call.db, subnets, call.params.subnet)),

  vpc_subnet_update(call) {
    return call.transaction(async (tx) => {
      const present = await find(call, tx, subnets, call.params.subnet, { lock: true })
      const { id, vpc_id } = present
      call.target(id)
      const { name, description, custom_router } = call.body
      const changed = {
        name: name ?? undefined,
        description: description ?? undefined,
        custom_router_id: await customRouterId(tx, vpc_id, custom_router),
      }
      const subnet = await updateSubnet(tx, id, changed, call.now)
      call.target(id, differenceOf(subnetView(present), subnetView(subnet)))
      await declareVpcs(tx, call.services, [vpc_id])
      return subnetView(subnet)
    })
  },

  vpc_subnet_delete(call) {
    return call.transaction(async (tx) => {
      const { id, vpc_id, name } = await find(call, tx, subnets, call.params.subnet, { lock: true })
      call.target(id)
      const nic = await firstInterface(tx, id)
      if (nic)
        throw invalidRequest(
          `subnet "${name}" has network interface "${nic.name}" of instance "${nic.instance}": delete one of them first`,
        )
      const probe = await firstProbe(tx, id)
      if (probe) throw invalidRequest(`subnet "${name}" has probe "${probe.name}": delete one of them first`)
      await deleteSubnet(tx, id)
      await declareVpcs(tx, call.services, [vpc_id])
    })
  },

  async vpc_subnet_list_network_interfaces(call) {
    const subnet = await find(call, call.db, subnets, call.params.subnet)
    return pageOf(call.page, call.sort, interfacesOfSubnet(call.db, subnet.id), {
      table: 'network_interfaces',
      view: interfaceView,
      bytes: interfaceBytes,
      namesRepeat: true,
    })
  },
}
