import { type RawBuilder, sql } from 'kysely'
import { TABLES } from '../audit-log/resource-names.ts'

/** Tables of resources in projects and of users' own resources, with the column of the name. */
export const IN_SILOS = {
  image: ['images', 'name'],
  instance: ['instances', 'name'],
  disk: ['disks', 'name'],
  snapshot: ['snapshots', 'name'],
  affinity_group: ['affinity_groups', 'name'],
  probe: ['probes', 'name'],
  vpc: ['vpcs', 'name'],
  subnet: ['subnets', 'name'],
  router: ['routers', 'name'],
  router_route: ['router_routes', 'name'],
  internet_gateway: ['internet_gateways', 'name'],
  internet_gateway_ip_pool: ['internet_gateway_ip_pools', 'name'],
  internet_gateway_ip_address: ['internet_gateway_ip_addresses', 'name'],
  network_interface: ['network_interfaces', 'name'],
  floating_ip: ['external_ips', 'name'],
  ssh_key: ['ssh_keys', 'name'],
} as const

export interface ShownName {
  kind: string
  name: string
  deleted: boolean
}

/** The kind and name of the thing with an id, from its table or as it was deleted; null for things without a name. */
export function historyNameOf(
  id: RawBuilder<unknown>,
  { inSilos }: { inSilos: boolean },
): RawBuilder<ShownName | null> {
  const kinds = Object.entries({ ...(inSilos && IN_SILOS), ...TABLES })
  const present = kinds.map(
    ([kind, [table, name]]) => sql`
      select ${sql.lit(kind)} as kind, ${sql.ref(name)} as name, false as deleted from ${sql.table(table)}
      where id = ${id} and ${sql.ref(name)} is not null`,
  )
  const gone = sql`select kind, name, true from deleted_things
    where id = ${id} and kind = any(${kinds.map(([kind]) => kind)}::text[])`
  return sql`(select to_json(named) from (${sql.join([...present, gone], sql` union all `)} limit 1) named)`
}
