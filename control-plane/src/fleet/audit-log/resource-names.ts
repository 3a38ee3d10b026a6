import { FLEET_ID } from '@skerry/contract/rules/fleet.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

export interface NamedResource {
  kind: string
  name: string
}

/**
 * Tables of the fleet and of silos, with the name's column. Of projects only the project's own: their content is
 * hidden.
 */
export const TABLES = {
  silo: ['silos', 'name'],
  user: ['users', 'external_id'],
  group: ['groups', 'external_id'],
  certificate: ['certificates', 'name'],
  identity_provider: ['saml_identity_providers', 'name'],
  sled: ['sleds', 'serial'],
  physical_disk: ['physical_disks', 'serial'],
  switch: ['switches', 'serial'],
  switch_port: ['switch_ports', 'name'],
  switch_port_settings: ['switch_port_settings', 'name'],
  address_lot: ['address_lots', 'name'],
  bgp_announce_set: ['bgp_announce_sets', 'name'],
  bgp_config: ['bgp_configs', 'name'],
  alert_receiver: ['alert_receivers', 'name'],
  ip_pool: ['ip_pools', 'name'],
  project: ['projects', 'name'],
} as const

const named = sql.join(
  Object.entries(TABLES).map(
    ([kind, [table, name]]) =>
      sql`select ${sql.lit(kind)} as kind, id, ${sql.ref(name)} as name from ${sql.table(table)} where id = any(ids)`,
  ),
  sql` union all `,
)

/** The existing resources with these ids, in one statement. */
export async function resourcesWith(db: Queryable, ids: Iterable<string>): Promise<ReadonlyMap<string, NamedResource>> {
  const distinct = [...new Set(ids)]
  const found = new Map<string, NamedResource>([[FLEET_ID, { kind: 'fleet', name: 'fleet' }]])
  if (!distinct.length) return found
  const { rows } = await sql<NamedResource & { id: string }>`
    select named.* from (select ${distinct}::uuid[] as ids) given, lateral (${named}) named`.execute(db)
  for (const { id, kind, name } of rows) found.set(id, { kind, name })
  return found
}

/** The ids in a value, however deep. */
export function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (isUuid(value)) yield value
  } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* idsIn(part)
}
