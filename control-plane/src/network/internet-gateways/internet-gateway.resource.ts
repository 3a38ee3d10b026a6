import { defineResource } from '../../kernel/resources/resource.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'

export const gateways = defineResource({
  kind: 'internet-gateway',
  table: 'internet_gateways',
  parameter: 'gateway',
  parent: { of: vpcs, column: 'vpc_id' },
  changedUnder: vpcs,
})

const attached = { parent: { of: gateways, column: 'internet_gateway_id' }, changedUnder: vpcs } as const

export const gatewayPools = defineResource({
  kind: 'internet-gateway-ip-pool',
  table: 'internet_gateway_ip_pools',
  parameter: 'pool',
  ...attached,
})

export const gatewayAddresses = defineResource({
  kind: 'internet-gateway-ip-address',
  table: 'internet_gateway_ip_addresses',
  parameter: 'address',
  ...attached,
})
