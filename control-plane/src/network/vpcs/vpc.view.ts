import type { Vpc } from '@skerry/contract/network/vpcs.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const vpcView = (row: Row<'vpcs'>): Vpc => ({
  ...namedView(row),
  deletion_locked: row.deletion_locked,
  dns_name: row.dns_name,
  ipv6_prefix: row.ipv6_prefix,
  project_id: row.project_id,
  system_router_id: row.system_router_id,
})

/** A VPC in a list. */
export const listedVpcView = (row: Row<'vpcs'> & { firewall_rule_count: number }): Vpc => ({
  ...vpcView(row),
  firewall_rule_count: row.firewall_rule_count,
})
