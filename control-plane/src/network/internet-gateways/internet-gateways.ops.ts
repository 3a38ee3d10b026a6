import type { internetGateways } from '@skerry/contract/network/internet-gateways.ts'
import type { Handlers } from '../../kernel/call.ts'
import { pageOf } from '../../kernel/paging.ts'
import { findBelow, findVpc } from '../network-scope.ts'
import { gatewayAddressView, gatewayPoolView, gatewayView } from './internet-gateway.view.ts'
import { addressesOfGateway, gatewaysOfVpc, poolsOfGateway } from './internet-gateways.repo.ts'

type Built =
  | 'internet_gateway_list'
  | 'internet_gateway_view'
  | 'internet_gateway_ip_pool_list'
  | 'internet_gateway_ip_address_list'

export const internetGatewaysOps: Handlers<Pick<typeof internetGateways, Built>> = {
  async internet_gateway_list(call) {
    const vpc = await findVpc(call, call.db, call.query.vpc!)
    return pageOf(call.page, call.sort, gatewaysOfVpc(call.db, vpc.id), {
      table: 'internet_gateways',
      view: gatewayView,
    })
  },

  internet_gateway_view: async (call) =>
    gatewayView(await findBelow(call, call.db, 'internet_gateways', call.params.gateway)),

  async internet_gateway_ip_pool_list(call) {
    const gateway = await findBelow(call, call.db, 'internet_gateways', call.query.gateway!)
    return pageOf(call.page, call.sort, poolsOfGateway(call.db, gateway.id), {
      table: 'internet_gateway_ip_pools',
      view: gatewayPoolView,
    })
  },

  async internet_gateway_ip_address_list(call) {
    const gateway = await findBelow(call, call.db, 'internet_gateways', call.query.gateway!)
    return pageOf(call.page, call.sort, addressesOfGateway(call.db, gateway.id), {
      table: 'internet_gateway_ip_addresses',
      view: gatewayAddressView,
    })
  },
}
