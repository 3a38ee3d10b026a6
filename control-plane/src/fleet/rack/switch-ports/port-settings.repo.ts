import type { SwitchPortSettingsCreate } from '@skerry/contract/fleet/switch-port-settings.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import { batchesOf } from '../../../kernel/database/batches.ts'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { blocksForAddresses } from '../address-lots/lot-addresses.ts'

type PortSettings = Row<'switch_port_settings'>

/** Settings with their addresses and BGP peers, in the order of the request. */
export interface SettingsWithParts {
  settings: PortSettings
  addresses: (Row<'switch_port_addresses'> & { address_lot_id: string; address_lot_name: string })[]
  peers: Row<'switch_port_peers'>[]
}

export const portSettings = (db: Queryable) => db.selectFrom('switch_port_settings').selectAll()

export const findSettings = (db: Queryable, nameOrId: string): Promise<PortSettings | undefined> =>
  portSettings(db)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()

export const withParts = async (db: Queryable, settings: PortSettings): Promise<SettingsWithParts> => ({
  settings,
  addresses: await db
    .selectFrom('switch_port_addresses')
    .innerJoin('address_lot_blocks', 'address_lot_blocks.id', 'switch_port_addresses.address_lot_block_id')
    .innerJoin('address_lots', 'address_lots.id', 'address_lot_blocks.address_lot_id')
    .selectAll('switch_port_addresses')
    .select(['address_lots.id as address_lot_id', 'address_lots.name as address_lot_name'])
    .where('port_settings_id', '=', settings.id)
    .orderBy('position')
    .execute(),
  peers: await db
    .selectFrom('switch_port_peers')
    .selectAll()
    .where('port_settings_id', '=', settings.id)
    .orderBy('position')
    .execute(),
})

/**
 * Creates settings, or replaces those of the same name. The caller has locked system networking.
 * @throws 400 for an unknown lot or BGP configuration, or an unavailable address
 */
export async function putSettings(tx: Tx, requested: SwitchPortSettingsCreate, now: Date): Promise<SettingsWithParts> {
  const { name, description, links, interfaces, routes, port_config } = requested
  const parts = {
    description,
    geometry: port_config.geometry,
    links: JSON.stringify(links.map((link) => ({ ...link, lldp: { ...link.lldp, id: randomId() } }))),
    interfaces: JSON.stringify(interfaces.map((each) => ({ ...each, id: randomId() }))),
    routes: JSON.stringify(routes),
  }
  const settings = await tx
    .insertInto('switch_port_settings')
    .values({ id: randomId(), name, ...parts, time_created: now, time_modified: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...parts, time_modified: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('switch_port_addresses').where('port_settings_id', '=', settings.id).execute()
  await tx.deleteFrom('switch_port_peers').where('port_settings_id', '=', settings.id).execute()
  await insertAddresses(tx, settings.id, requested.addresses)
  await insertPeers(tx, settings.id, requested.bgp_peers)
  return withParts(tx, settings)
}

async function insertAddresses(tx: Tx, settingsId: string, configs: SwitchPortSettingsCreate['addresses']) {
  const requested = configs.flatMap(({ link_name, addresses }) => addresses.map((each) => ({ link_name, ...each })))
  const lotOf = await namedInBody(
    tx,
    'address_lots',
    requested.map(({ address_lot }) => address_lot),
  )
  const entries = requested.map(({ address: net, address_lot, link_name, vlan_id }) => {
    const [address, width] = net.split('/') as [string, string]
    return { lot: lotOf(address_lot), address, width: Number(width), link_name, vlan_id: vlan_id ?? null }
  })
  const blocks = await blocksForAddresses(tx, entries)
  const rows = entries.map(({ lot: _, ...row }, position) => ({
    port_settings_id: settingsId,
    position,
    ...row,
    address_lot_block_id: blocks[position]!,
  }))
  for (const batch of batchesOf(rows)) await tx.insertInto('switch_port_addresses').values(batch).execute()
}

async function insertPeers(tx: Tx, settingsId: string, configs: SwitchPortSettingsCreate['bgp_peers']) {
  const requested = configs.flatMap(({ link_name, peers }) =>
    peers.map((each) => ({ ...each, interface_name: link_name })),
  )
  const configOf = await namedInBody(
    tx,
    'bgp_configs',
    requested.map(({ bgp_config }) => bgp_config),
  )
  const rows = requested.map(({ bgp_config, ...peer }, position) => ({
    port_settings_id: settingsId,
    position,
    bgp_config_id: configOf(bgp_config).id,
    peer: JSON.stringify(peer),
  }))
  for (const batch of batchesOf(rows)) await tx.insertInto('switch_port_peers').values(batch).execute()
}

/** The first port with these settings, if any. */
export const portUsing = (tx: Tx, settingsId: string): Promise<Row<'switch_ports'> | undefined> =>
  tx
    .selectFrom('switch_ports')
    .selectAll()
    .where('port_settings_id', '=', settingsId)
    .orderBy('switch_location')
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()

/** A switch whose ports belong to two autonomous systems, if any. The caller has locked system networking. */
export async function switchWithTwoAsns(tx: Tx): Promise<{ switch_location: string; asns: string } | undefined> {
  const { rows } = await sql<{ switch_location: string; asns: string }>`
    select port.switch_location, string_agg(distinct config.asn::text, ' and ') as asns
    from switch_ports port
      join switch_port_peers peer on peer.port_settings_id = port.port_settings_id
      join bgp_configs config on config.id = peer.bgp_config_id
    group by port.rack_id, port.switch_location having count(distinct config.asn) > 1
    limit 1`.execute(tx)
  return rows[0]
}

/** A switch with one address on two ports, if any. The caller has locked system networking. */
export async function switchWithDuplicateAddress(
  tx: Tx,
): Promise<{ switch_location: string; address: string; ports: string } | undefined> {
  const { rows } = await sql<{ switch_location: string; address: string; ports: string }>`
    select port.switch_location, host(used.address) as address, string_agg(port.name, ' and ' order by port.name) as ports
    from switch_ports port join switch_port_addresses used on used.port_settings_id = port.port_settings_id
    group by port.rack_id, port.switch_location, used.address having count(*) > 1
    order by used.address limit 1`.execute(tx)
  return rows[0]
}

export async function deleteSettings(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('switch_port_settings').where('id', '=', id).execute()
}

export async function setLinks(tx: Tx, id: string, links: PortSettings['links'], now: Date): Promise<void> {
  await tx
    .updateTable('switch_port_settings')
    .set({ links: JSON.stringify(links), time_modified: now })
    .where('id', '=', id)
    .execute()
}

const KINDS = { address_lots: 'address lot', bgp_configs: 'BGP configuration' } as const

/** Finds rows by the names or ids in a body, in one statement. @throws 400 when one does not exist */
async function namedInBody<T extends keyof typeof KINDS>(
  tx: Tx,
  table: T,
  namesOrIds: readonly string[],
): Promise<(nameOrId: string) => Row<T>> {
  const unique = [...new Set(namesOrIds)]
  const ids = unique.filter(isUuid)
  const names = unique.filter((each) => !isUuid(each))
  const { rows } = await sql<Row<T> & { id: string; name: string }>`
    select * from ${sql.table(table)} where id = any(${ids}::uuid[]) or name = any(${names}::text[])`.execute(tx)
  const found = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.name, row] as const]))
  return (nameOrId) => {
    const row = found.get(nameOrId)
    if (!row) throw invalidRequest(`there is no ${KINDS[table]} "${nameOrId}"`)
    return row
  }
}
