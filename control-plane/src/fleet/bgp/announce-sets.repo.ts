import type { BgpAnnounceSetCreate } from '@skerry/contract/fleet/bgp.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { canonicalNet, isNetWithinRange } from '@skerry/contract/rules/networks.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { invalidRequest, notFound, notFoundWhat } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/tables.ts'
import { randomId } from '../../kernel/uuid.ts'
import { blocksOf, findLot } from '../address-lots/address-lots.repo.ts'

export const announceSets = (db: Queryable) => db.selectFrom('bgp_announce_sets').selectAll()

export const findAnnounceSet = (db: Queryable, nameOrId: string): Promise<Row<'bgp_announce_sets'> | undefined> =>
  announceSets(db)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()

export const announcementsOf = (db: Queryable, setId: string): Promise<Row<'bgp_announcements'>[]> =>
  db.selectFrom('bgp_announcements').selectAll().where('announce_set_id', '=', setId).orderBy('network').execute()

/** Makes a set, or gives the one of that name another description and other announcements. Networking is held. */
export async function putAnnounceSet(
  tx: Tx,
  { name, description, announcement }: BgpAnnounceSetCreate,
  now: Date,
): Promise<Row<'bgp_announce_sets'>> {
  const set = await tx
    .insertInto('bgp_announce_sets')
    .values({ id: randomId(), name, description, time_created: now, time_modified: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ description, time_modified: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('bgp_announcements').where('announce_set_id', '=', set.id).execute()
  const seen = new Set<string>()
  for (const asked of announcement) {
    const network = canonicalNet(asked.network)
    if (!network) throw invalidRequest(`network ${asked.network} has bits beyond its width`)
    if (seen.has(network)) throw invalidRequest(`network ${network} is announced twice`)
    seen.add(network)
    const { id } = await blockOf(tx, asked.address_lot_block, network)
    const row = { announce_set_id: set.id, network, address_lot_block_id: id }
    await tx.insertInto('bgp_announcements').values(row).execute()
  }
  return set
}

/**
 * The block that holds a network: by its id, or by its lot's name, since blocks have no names.
 * @throws 404 when there is none such, 400 when it does not hold the network
 */
async function blockOf(tx: Tx, nameOrId: string, network: string): Promise<Row<'address_lot_blocks'>> {
  const candidates = isUuid(nameOrId) ? await blockById(tx, nameOrId) : await blocksOfLot(tx, nameOrId)
  const holder = candidates.find(({ first, last }) => isNetWithinRange(network, first, last))
  if (holder) return holder
  const [only] = candidates
  const where = isUuid(nameOrId) && only ? `block ${only.first}-${only.last}` : `a block of address lot "${nameOrId}"`
  throw invalidRequest(`network ${network} is not inside ${where}`)
}

async function blockById(tx: Tx, id: string): Promise<Row<'address_lot_blocks'>[]> {
  const blocks = await tx.selectFrom('address_lot_blocks').selectAll().where('id', '=', id).execute()
  if (!blocks.length) throw notFoundWhat(`address-lot block with id "${id}"`)
  return blocks
}

async function blocksOfLot(tx: Tx, name: string): Promise<Row<'address_lot_blocks'>[]> {
  const lot = await findLot(tx, name)
  if (!lot) throw notFound('address-lot', { name })
  return blocksOf(tx, lot.id).execute()
}

/** The configuration that uses a set; the first by name. */
export const setUser = (tx: Tx, setId: string): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom('bgp_configs')
    .select('name')
    .where('announce_set_id', '=', setId)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()

/** Its announcements go along. */
export async function deleteAnnounceSet(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('bgp_announce_sets').where('id', '=', id).execute()
}
