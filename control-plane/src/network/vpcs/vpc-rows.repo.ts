import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'

/** The rows that a VPC's document is built from. */
export interface VpcRows {
  vpc: Row<'vpcs'>
  subnets: Row<'subnets'>[]
  routes: Row<'router_routes'>[]
  gateways: (Row<'internet_gateways'> & { pool_ids: string[]; addresses: string[] })[]
  /** Enabled rules only. */
  rules: Row<'firewall_rules'>[]
  nics: (Row<'network_interfaces'> & { instance_name: string; hostname: string })[]
  /** In the order in which outbound traffic prefers them. */
  externalIps: Row<'external_ips'>[]
  probes: (Row<'probes'> & { external_ip: string | null; ip_pool_id: string | null })[]
}

/** The rows of these VPCs, or of all, in eight statements independent of their number. */
export async function vpcRows(db: Queryable, ids?: readonly string[]): Promise<VpcRows[]> {
  const vpcs = await db
    .selectFrom('vpcs')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .orderBy('id')
    .execute()
  if (!vpcs.length) return []
  const known = ids && vpcs.map((vpc) => vpc.id)

  const subnets = await db
    .selectFrom('subnets')
    .selectAll()
    .$if(known !== undefined, (query) => query.where('vpc_id', 'in', known!))
    .orderBy('id')
    .execute()
  const routes = await db
    .selectFrom('router_routes')
    .innerJoin('routers', 'routers.id', 'router_routes.router_id')
    .selectAll('router_routes')
    .select('routers.vpc_id')
    .$if(known !== undefined, (query) => query.where('routers.vpc_id', 'in', known!))
    .orderBy('router_routes.id')
    .execute()
  const gateways = await db
    .selectFrom('internet_gateways')
    .selectAll()
    .select([
      sql<string[]>`array(
        select ip_pool_id::text from internet_gateway_ip_pools
        where internet_gateway_id = internet_gateways.id order by id)`.as('pool_ids'),
      sql<string[]>`array(
        select host(address) from internet_gateway_ip_addresses
        where internet_gateway_id = internet_gateways.id order by id)`.as('addresses'),
    ])
    .$if(known !== undefined, (query) => query.where('vpc_id', 'in', known!))
    .orderBy('id')
    .execute()
  const rules = await db
    .selectFrom('firewall_rules')
    .selectAll()
    .where('status', '=', 'enabled')
    .$if(known !== undefined, (query) => query.where('vpc_id', 'in', known!))
    .orderBy('id')
    .execute()
  const nics = await db
    .selectFrom('network_interfaces')
    .innerJoin('instances', 'instances.id', 'network_interfaces.instance_id')
    .selectAll('network_interfaces')
    .select(['instances.name as instance_name', 'instances.hostname'])
    .$if(known !== undefined, (query) => query.where('network_interfaces.vpc_id', 'in', known!))
    .orderBy('network_interfaces.id')
    .execute()
  const externalIps = await db
    .selectFrom('network_interfaces')
    // `offset` keeps PostgreSQL from reading the addresses of all VPCs: it looks them up by instance.
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('external_ips')
          .selectAll()
          .whereRef('external_ips.instance_id', '=', 'network_interfaces.instance_id')
          .offset(0)
          .as('external_ips'),
      (join) => join.onTrue(),
    )
    .selectAll('external_ips')
    .select('network_interfaces.vpc_id')
    .where('network_interfaces.is_primary', '=', true)
    .$if(known !== undefined, (query) => query.where('network_interfaces.vpc_id', 'in', known!))
    .orderBy(sql`array_position(array['floating', 'ephemeral', 'snat'], external_ips.kind)`)
    .orderBy('external_ips.id')
    .execute()

  const probes = await db
    .selectFrom('probes')
    .leftJoin('external_ips', 'external_ips.probe_id', 'probes.id')
    .selectAll('probes')
    .select(['external_ips.ip as external_ip', 'external_ips.ip_pool_id'])
    .$if(known !== undefined, (query) => query.where('probes.vpc_id', 'in', known!))
    .orderBy('probes.id')
    .execute()

  const of = <R extends { vpc_id: string }>(rows: R[]) => {
    const groups = Map.groupBy(rows, (row) => row.vpc_id)
    return (vpc: { id: string }) => groups.get(vpc.id) ?? []
  }
  const parts = {
    subnets: of(subnets),
    routes: of(routes),
    gateways: of(gateways),
    rules: of(rules),
    nics: of(nics),
    externalIps: of(externalIps),
    probes: of(probes),
  }
  return vpcs.map((vpc) => ({
    vpc,
    subnets: parts.subnets(vpc),
    routes: parts.routes(vpc),
    gateways: parts.gateways(vpc),
    rules: parts.rules(vpc),
    nics: parts.nics(vpc),
    externalIps: parts.externalIps(vpc),
    probes: parts.probes(vpc),
  }))
}
