import type { VpcFirewallRuleFilter, VpcFirewallRuleTarget } from '@skerry/contract/network/firewall-rules.ts'
import type { Generated } from 'kysely'
import type { Json, Lockable, Named, Timed } from '../kernel/database/columns.ts'

interface IpPoolTable extends Named {
  is_service: Generated<boolean>
}

interface IpPoolRangeTable {
  id: string
  ip_pool_id: string
  first: string
  last: string
  time_created: Date
}

/** A range of free addresses of an IP pool or a subnet. */
interface GapTable {
  owner_id: string
  first: string
  last: string
}

/** The address of an IP pool or a subnet that was taken last. */
interface CursorTable {
  owner_id: string
  last: string
}

interface FreeSnatBlockTable {
  ip_pool_id: string
  ip: string
  first_port: number
}

interface IpPoolSiloTable {
  ip_pool_id: string
  silo_id: string
  is_default: boolean
}

interface VpcTable extends Named, Lockable {
  project_id: string
  dns_name: string
  ipv6_prefix: string
  vni: number
  generation: Generated<number>
  system_router_id: string
}

interface RouterTable extends Named {
  vpc_id: string
  kind: 'system' | 'custom'
}

interface SubnetTable extends Named {
  vpc_id: string
  ipv4_block: string
  ipv6_block: string
  custom_router_id: string | null
}

interface RouterRouteTable extends Named {
  router_id: string
  kind: 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
  destination: Json<{ type: string; value: string }>
  target: Json<{ type: string; value?: string }>
  subnet_id: string | null
}

interface FirewallRuleTable extends Named {
  vpc_id: string
  status: 'enabled' | 'disabled'
  direction: 'inbound' | 'outbound'
  action: 'allow' | 'deny'
  priority: number
  targets: Json<VpcFirewallRuleTarget[]>
  filters: Json<VpcFirewallRuleFilter>
}

interface InternetGatewayTable extends Named {
  vpc_id: string
}

interface InternetGatewayIpPoolTable extends Named {
  internet_gateway_id: string
  ip_pool_id: string
}

interface InternetGatewayIpAddressTable extends Named {
  internet_gateway_id: string
  address: string
}

interface NetworkInterfaceTable extends Named {
  instance_id: string
  vpc_id: string
  subnet_id: string
  ip: string
  mac: string
  is_primary: boolean
  slot: number
  transit_ips: Json<string[]>
}

interface ExternalIpTable extends Timed {
  id: string
  ip_pool_id: string
  ip: string
  kind: 'snat' | 'ephemeral' | 'floating'
  first_port: number | null
  project_id: string
  instance_id: string | null
  time_attachment_updated: Generated<Date>
  probe_id: Generated<string | null>
  name: string | null
  description: string | null
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    ip_pools: IpPoolTable
    ip_pool_ranges: IpPoolRangeTable
    ip_pool_gaps: GapTable
    ip_pool_cursors: CursorTable
    free_snat_blocks: FreeSnatBlockTable
    ip_pool_silos: IpPoolSiloTable
    vpcs: VpcTable
    routers: RouterTable
    subnets: SubnetTable
    subnet_gaps: GapTable
    subnet_cursors: CursorTable
    router_routes: RouterRouteTable
    firewall_rules: FirewallRuleTable
    internet_gateways: InternetGatewayTable
    internet_gateway_ip_pools: InternetGatewayIpPoolTable
    internet_gateway_ip_addresses: InternetGatewayIpAddressTable
    network_interfaces: NetworkInterfaceTable
    external_ips: ExternalIpTable
  }
}
