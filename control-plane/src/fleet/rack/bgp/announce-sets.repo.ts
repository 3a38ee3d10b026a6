import type { BgpAnnounceSetCreate } from '@skerry/contract/fleet/bgp.ts'
import { announcementProblems, outsideBlock } from '@skerry/contract/rules/bgp.ts'
import { canonicalUuid, isUuid } from '@skerry/contract/rules/names.ts'
import { canonicalIpNet } from '@skerry/contract/rules/networks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { invalidRequest, notFound, notFoundWhat } from '../../../kernel/http/errors.ts'
import { Yielder } from '../../../kernel/limits/yielder.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { findLot, lotNameOf } from '../address-lots/address-lots.repo.ts'
import type { UserOfResource } from './bgp-configs.repo.ts'

/** Cost of checking a network, in steps of `Yielder`. */
const STEPS_PER_NETWORK = 40

/** Largest number of users of a set in a list. */
const MAX_USERS = 20

/** The first BGP configurations of an announce set. */
const usedBy: RawBuilder<UserOfResource[]> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]') from (
    select id, name from bgp_configs where announce_set_id = bgp_announce_sets.id
    order by name limit ${sql.lit(MAX_USERS)}) used)`

export const listedAnnounceSets = (db: Queryable) => allAnnounceSets(db).select(usedBy.as('used_by'))

const allAnnounceSets = (db: Queryable) => db.selectFrom('bgp_announce_sets').selectAll()

export const findAnnounceSet = (db: Queryable, nameOrId: string): Promise<Row<'bgp_announce_sets'> | undefined> =>
  allAnnounceSets(db)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()

/** The announcements of a set, by network. */
export const announcementsOf = (db: Queryable, setId: string) =>
  db
    .selectFrom('bgp_announcements')
    .selectAll()
    .select(lotNameOf('bgp_announcements').as('address_lot_name'))
    .where('announce_set_id', '=', setId)
    .orderBy('network')
    .execute()

/** Creates a set, or replaces the one of the same name. The caller has locked system networking. */
export async function putAnnounceSet(
  tx: Tx,
  { name, description, announcement }: BgpAnnounceSetCreate,
  now: Date,
): Promise<Row<'bgp_announce_sets'>> {
  const yielder = new Yielder()
  for (const problem of announcementProblems(announcement.map(({ network }) => network))) {
    if (problem) throw invalidRequest(problem)
    await yielder.spent(STEPS_PER_NETWORK)
  }
  const set = await tx
    .insertInto('bgp_announce_sets')
    .values({ id: randomId(), name, description, time_created: now, time_modified: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ description, time_modified: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('bgp_announcements').where('announce_set_id', '=', set.id).execute()
  const rows = await withBlocks(tx, announcement)
  // Arrays: a parameter a value would keep the event loop for a tenth of a second.
  await sql`
    insert into bgp_announcements (announce_set_id, network, address_lot_block_id)
    select ${set.id}::uuid, network, block from unnest(
      ${rows.map(({ network }) => network)}::cidr[], ${rows.map((row) => row.address_lot_block_id)}::uuid[]
    ) as given (network, block)`.execute(tx)
  return set
}

/**
 * Announcements with their blocks. A request refers to a block by its id, or by the name of its lot.
 * @throws 404 for an unknown block or lot, 400 when it does not contain the network
 */
async function withBlocks(
  tx: Tx,
  announcement: BgpAnnounceSetCreate['announcement'],
): Promise<{ network: string; address_lot_block_id: string }[]> {
  const requested = announcement.map((each) => ({
    network: canonicalIpNet(each.network),
    block: canonicalUuid(each.address_lot_block),
  }))
  const networks = requested.map(({ network }) => network)
  const blocks = requested.length ? await blocksAround(tx, networks) : []
  const rows = []
  for (const [index, { network, block }] of requested.entries()) {
    const found = blocks[index]
    if (!found || (found.id !== block && found.lot !== block)) return refuseBlock(tx, network, block)
    rows.push({ network, address_lot_block_id: found.id })
  }
  return rows
}

/** The block that contains each network, with the name of its lot. Blocks do not overlap. */
async function blocksAround(tx: Tx, networks: readonly string[]): Promise<({ id: string; lot: string } | null)[]> {
  const { rows } = await sql<{ id: string | null; lot: string | null }>`
    select block.id, lot.name as lot
    from unnest(${networks}::cidr[]) with ordinality as requested (network, place)
      left join address_lot_blocks block on inet_range(block.first, block.last, '[]')
        @> inet_range(host(requested.network)::inet, host(broadcast(requested.network))::inet, '[]')
      left join address_lots lot on lot.id = block.address_lot_id
    order by place`.execute(tx)
  return rows.map(({ id, lot }) => (id && lot !== null ? { id, lot } : null))
}

/** @throws the reason why a network cannot be announced from a block */
async function refuseBlock(tx: Tx, network: string, nameOrId: string): Promise<never> {
  const given = { given: { name: 'network', value: network } }
  if (!isUuid(nameOrId)) {
    if (!(await findLot(tx, nameOrId))) throw notFound('address-lot', { name: nameOrId })
    throw invalidRequest(`network ${network} is not inside a block of address lot "${nameOrId}"`).concerning(given)
  }
  const block = await tx.selectFrom('address_lot_blocks').selectAll().where('id', '=', nameOrId).executeTakeFirst()
  if (!block) throw notFoundWhat(`address-lot block with id "${nameOrId}"`)
  throw invalidRequest(outsideBlock(network, block)).concerning(given)
}

/** The first BGP configuration that uses a set, if any. */
export const configUsingSet = (tx: Tx, setId: string): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom('bgp_configs')
    .select('name')
    .where('announce_set_id', '=', setId)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()

/** Also deletes its announcements. */
export async function deleteAnnounceSet(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('bgp_announce_sets').where('id', '=', id).execute()
}
