import type { BgpConfigCreate } from '@skerry/contract/fleet/bgp.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { alreadyExists, conflict } from '../../../kernel/http/errors.ts'
import { randomId } from '../../../kernel/values/uuid.ts'

export interface UserOfResource {
  id: string
  name: string
}

/** Largest number of users of a configuration in a list. */
const MAX_USERS = 20

const announceSetName: RawBuilder<string> = sql`
  (select name from bgp_announce_sets where id = bgp_configs.announce_set_id)`

const usedBy: RawBuilder<UserOfResource[]> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]') from (
    select distinct settings.id, settings.name
    from switch_port_peers peer join switch_port_settings settings on settings.id = peer.port_settings_id
    where peer.bgp_config_id = bgp_configs.id
    order by settings.name limit ${sql.lit(MAX_USERS)}) used)`

/** Configurations with their announce set and the port settings that use them, in one statement. */
export const listedConfigs = (db: Queryable) =>
  bgpConfigs(db).select([announceSetName.as('announce_set_name'), usedBy.as('used_by')])

export type ListedConfig = Row<'bgp_configs'> & { announce_set_name: string; used_by: UserOfResource[] }

const bgpConfigs = (db: Queryable) => db.selectFrom('bgp_configs').selectAll()

export const findBgpConfig = (db: Queryable, nameOrId: string): Promise<Row<'bgp_configs'> | undefined> =>
  bgpConfigs(db)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()

/** The caller has locked system networking. @throws 400 when the name is taken, 409 when the ASN is */
export async function insertBgpConfig(
  tx: Tx,
  {
    name,
    description,
    asn,
    vrf,
    announce_set_id,
  }: Omit<BgpConfigCreate, 'bgp_announce_set_id'> & { announce_set_id: string },
  now: Date,
): Promise<Row<'bgp_configs'>> {
  if (await findBgpConfig(tx, name)) throw alreadyExists('bgp-config', name)
  const other = await bgpConfigs(tx).where('asn', '=', asn).executeTakeFirst()
  if (other) throw conflict(`autonomous system ${asn} is in use by BGP configuration "${other.name}"`)
  return tx
    .insertInto('bgp_configs')
    .values({
      id: randomId(),
      name,
      description,
      asn,
      vrf: vrf ?? null,
      announce_set_id,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The first port settings with a peer of a configuration, if any. */
export const settingsUsingConfig = (tx: Tx, configId: string): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom('switch_port_peers')
    .innerJoin('switch_port_settings', 'switch_port_settings.id', 'switch_port_peers.port_settings_id')
    .select('switch_port_settings.name')
    .where('bgp_config_id', '=', configId)
    .orderBy('switch_port_settings.name')
    .limit(1)
    .executeTakeFirst()

export async function deleteBgpConfig(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('bgp_configs').where('id', '=', id).execute()
}
