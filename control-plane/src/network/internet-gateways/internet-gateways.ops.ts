import type { internetGateways } from '@skerry/contract/network/internet-gateways.ts'
import { hostAddressProblem } from '@skerry/contract/rules/special-networks.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest, invalidValue } from '../../kernel/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { lockPool } from '../ip-pools/ip-pool-allocation.repo.ts'
import { type FoundChild, findChild, findVpc, lockChild } from '../network-scope.ts'
import { deleteRoutes, routesThrough } from '../routers/routers.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { gatewayAddressView, gatewayPoolView, gatewayView, listedGatewayView } from './internet-gateway.view.ts'
import {
  addressesOfGateway,
  attachAddress,
  attachPool,
  deleteGateway,
  detach,
  firstAttachment,
  gatewayById,
  insertGateway,
  listedGateways,
  poolsOfGateway,
} from './internet-gateways.repo.ts'

/** With `cascade`, deletes the routes through a gateway. @throws 400 when there are routes and no `cascade` */
async function deleteRoutesThrough(call: Call, tx: Tx, vpcId: string, gateway: string): Promise<void> {
  const routes = await routesThrough(tx, vpcId, gateway)
  const { cascade } = call.query as { cascade?: boolean }
  if (routes[0] && !cascade)
    throw invalidRequest(`route "${routes[0].name}" uses internet gateway "${gateway}": delete it first, or cascade`)
  await deleteRoutes(
    tx,
    routes.map(({ id }) => id),
  )
}

async function removeAttachment(
  call: Call,
  table: 'internet_gateway_ip_pools' | 'internet_gateway_ip_addresses',
  nameOrId: string,
): Promise<void> {
  await call.transaction(async (tx) => {
    const found: FoundChild<typeof table> = await lockChild(call, tx, table, nameOrId)
    call.target(found.id)
    await deleteRoutesThrough(call, tx, found.vpc_id, (await gatewayById(tx, found.internet_gateway_id)).name)
    await detach(tx, table, found.id)
    await declareVpcs(tx, call.services, [found.vpc_id])
  })
}

export const internetGatewaysOps: Handlers<typeof internetGateways> = {
  async internet_gateway_list(call) {
    const vpc = await findVpc(call, call.db, call.query.vpc!)
    return pageOf(call.page, call.sort, listedGateways(call.db, vpc.id), {
      table: 'internet_gateways',
      view: listedGatewayView,
    })
  },

  internet_gateway_create(call) {
    return call.transaction(async (tx) => {
      const vpc = await findVpc(call, tx, call.query.vpc, { lock: true })
      const gateway = await insertGateway(tx, vpc.id, call.body, call.now)
      call.target(gateway.id)
      await declareVpcs(tx, call.services, [vpc.id])
      return gatewayView(gateway)
    })
  },

  internet_gateway_view: async (call) =>
    gatewayView(await findChild(call, call.db, 'internet_gateways', call.params.gateway)),

  internet_gateway_delete(call) {
    return call.transaction(async (tx) => {
      const { id, name, vpc_id } = await lockChild(call, tx, 'internet_gateways', call.params.gateway)
      call.target(id)
      const attached = call.query.cascade ? undefined : await firstAttachment(tx, id)
      if (attached) throw invalidRequest(`internet gateway "${name}" has ${attached}: detach it first, or cascade`)
      await deleteRoutesThrough(call, tx, vpc_id, name)
      await deleteGateway(tx, id)
      await declareVpcs(tx, call.services, [vpc_id])
    })
  },

  async internet_gateway_ip_pool_list(call) {
    const gateway = await findChild(call, call.db, 'internet_gateways', call.query.gateway!)
    return pageOf(call.page, call.sort, poolsOfGateway(call.db, gateway.id), {
      table: 'internet_gateway_ip_pools',
      view: gatewayPoolView,
    })
  },

  internet_gateway_ip_pool_create(call) {
    return call.transaction(async (tx) => {
      const gateway = await lockChild(call, tx, 'internet_gateways', call.query.gateway)
      // Locked: its link to the silo cannot be deleted meanwhile.
      const pool = await lockPool(tx, gateway.silo_id, call.body.ip_pool)
      const attached = await attachPool(tx, gateway.id, pool, call.body, call.now)
      call.target(attached.id)
      await declareVpcs(tx, call.services, [gateway.vpc_id])
      return gatewayPoolView(attached)
    })
  },

  internet_gateway_ip_pool_delete: (call) => removeAttachment(call, 'internet_gateway_ip_pools', call.params.pool),

  async internet_gateway_ip_address_list(call) {
    const gateway = await findChild(call, call.db, 'internet_gateways', call.query.gateway!)
    return pageOf(call.page, call.sort, addressesOfGateway(call.db, gateway.id), {
      table: 'internet_gateway_ip_addresses',
      view: gatewayAddressView,
    })
  },

  internet_gateway_ip_address_create(call) {
    return call.transaction(async (tx) => {
      const gateway = await lockChild(call, tx, 'internet_gateways', call.query.gateway)
      const problem = hostAddressProblem(call.body.address)
      if (problem) throw invalidValue('address', `${call.body.address} ${problem}`)
      const attached = await attachAddress(tx, gateway.id, call.body, call.now)
      call.target(attached.id)
      await declareVpcs(tx, call.services, [gateway.vpc_id])
      return gatewayAddressView(attached)
    })
  },

  internet_gateway_ip_address_delete: (call) =>
    removeAttachment(call, 'internet_gateway_ip_addresses', call.params.address),
}
