import type { VpcSubnet } from '@skerry/contract/network/subnets.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const subnetView = (row: Row<'subnets'>): VpcSubnet => ({
  ...namedView(row),
  custom_router_id: row.custom_router_id,
  ipv4_block: row.ipv4_block,
  ipv6_block: row.ipv6_block,
  vpc_id: row.vpc_id,
})

/** A subnet in a list. */
export const listedSubnetView = (row: Row<'subnets'> & { network_interface_count: number }): VpcSubnet => ({
  ...subnetView(row),
  network_interface_count: row.network_interface_count,
})
