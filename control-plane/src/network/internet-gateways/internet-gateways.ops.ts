import type { internetGateways as operations } from '@skerry/contract/network/internet-gateways.ts'
import { hostAddressProblem } from '@skerry/contract/rules/special-networks.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, invalidValue } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { find } from '../../kernel/resources/find.ts'
import { lockPool } from '../ip-pools/ip-pool-allocation.repo.ts'
import { deleteRoutes, routesThrough } from '../routers/routers.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'
import { gatewayAddresses, gatewayPools, gateways } from './internet-gateway.resource.ts'
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

/** Deletes a gateway; with `cascade` also the routes through it. @throws 400 when there are routes and no `cascade` */
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
  resource: typeof gatewayPools | typeof gatewayAddresses,
  nameOrId: string,
): Promise<void> {
  await call.transaction(async (tx) => {
    const found = await find(call, tx, resource, nameOrId, { lock: true })
    call.target(found.id)
    await deleteRoutesThrough(call, tx, found.vpc_id, (await gatewayById(tx, found.internet_gateway_id)).name)
    await detach(tx, resource.table, found.id)
    await declareVpcs(tx, call.services, [found.vpc_id])
  })
}

export const internetGatewaysOps: Handlers<typeof operations> = {
  async internet_gateway_list(call) {
    const vpc = await find(call, call.db, vpcs, call.query.vpc!)
    return pageOf(call.page, call.sort, listedGateways(call.db, vpc.id), {
      table: 'internet_gateways',
      view: listedGatewayView,
    })
  },

  internet_gateway_create(call) {
    return call.transaction(async (tx) => {
      const vpc = await find(call, tx, vpcs, call.query.vpc, { lock: true })
      const gateway = await insertGateway(tx, vpc.id, call.body, call.now)
      call.target(gateway.id)
      await declareVpcs(tx, call.services, [vpc.id])
      return gatewayView(gateway)
    })
  },

  internet_gateway_view: async (call) => gatewayView(await find(call, call.db, gateways, call.params.gateway)),

  internet_gateway_delete(call) {
    return call.transaction(async (tx) => {
      const { id, name, vpc_id } = await find(call, tx, gateways, call.params.gateway, { lock: true })
      call.target(id)
      const attached = call.query.cascade ? undefined : await firstAttachment(tx, id)
      if (attached) throw invalidRequest(`internet gateway "${name}" has ${attached}: detach it first, or cascade`)
      await deleteRoutesThrough(call, tx, vpc_id, name)
      await deleteGateway(tx, id)
      await declareVpcs(tx, call.services, [vpc_id])
    })
  },

  async internet_gateway_ip_pool_list(call) {
    const gateway = await find(call, call.db, gateways, call.query.gateway!)
    return pageOf(call.page, call.sort, poolsOfGateway(call.db, gateway.id), {
      table: 'internet_gateway_ip_pools',
      view: gatewayPoolView,
    })
  },

  internet_gateway_ip_pool_create(call) {
    return call.transaction(async (tx) => {
      const gateway = await find(call, tx, gateways, call.query.gateway, { lock: true })
      // Locked: its link to the silo cannot be deleted meanwhile.
      const pool = await lockPool(tx, gateway.silo_id, call.body.ip_pool)
      const attached = await attachPool(tx, gateway.id, pool, call.body, call.now)
      call.target(attached.id)
      await declareVpcs(tx, call.services, [gateway.vpc_id])
      return gatewayPoolView(attached)
    })
  },

  internet_gateway_ip_pool_delete: (call) => removeAttachment(call, gatewayPools, call.params.pool),

  async internet_gateway_ip_address_list(call) {
    const gateway = await find(call, call.db, gateways, call.query.gateway!)
    return pageOf(call.page, call.sort, addressesOfGateway(call.db, gateway.id), {
      table: 'internet_gateway_ip_addresses',
      view: gatewayAddressView,
    })
  },

  internet_gateway_ip_address_create(call) {
    return call.transaction(async (tx) => {
      const gateway = await find(call, tx, gateways, call.query.gateway, { lock: true })
      const problem = hostAddressProblem(call.body.address)
      if (problem) throw invalidValue('address', `${call.body.address} ${problem}`)
      const attached = await attachAddress(tx, gateway.id, call.body, call.now)
      call.target(attached.id)
      await declareVpcs(tx, call.services, [gateway.vpc_id])
      return gatewayAddressView(attached)
    })
  },

  internet_gateway_ip_address_delete: (call) => removeAttachment(call, gatewayAddresses, call.params.address),
}
