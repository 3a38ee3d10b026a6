import type {
  InternetGateway,
  InternetGatewayIpAddress,
  InternetGatewayIpPool,
} from '@skerry/contract/network/internet-gateways.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const gatewayView = (row: Row<'internet_gateways'>): InternetGateway => ({
  ...namedView(row),
  vpc_id: row.vpc_id,
})

/** A gateway in a list. */
export const listedGatewayView = (
  row: Row<'internet_gateways'> & { ip_pool_count: number; ip_address_count: number; route_count: number },
): InternetGateway => ({
  ...gatewayView(row),
  ip_pool_count: row.ip_pool_count,
  ip_address_count: row.ip_address_count,
  route_count: row.route_count,
})

export const gatewayPoolView = (row: Row<'internet_gateway_ip_pools'>): InternetGatewayIpPool => ({
  ...namedView(row),
  internet_gateway_id: row.internet_gateway_id,
  ip_pool_id: row.ip_pool_id,
})

export const gatewayAddressView = (row: Row<'internet_gateway_ip_addresses'>): InternetGatewayIpAddress => ({
  ...namedView(row),
  address: row.address,
  internet_gateway_id: row.internet_gateway_id,
})
