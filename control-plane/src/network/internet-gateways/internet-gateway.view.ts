import type {
  InternetGateway,
  InternetGatewayIpAddress,
  InternetGatewayIpPool,
} from '@skerry/contract/network/internet-gateways.ts'
import type { Row } from '../../kernel/tables.ts'
import { namedView } from '../named.view.ts'

export const gatewayView = (row: Row<'internet_gateways'>): InternetGateway => ({
  ...namedView(row),
  vpc_id: row.vpc_id,
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
