import type { BgpAnnounceSet, BgpAnnouncement, bgp } from '@skerry/contract/fleet/bgp.ts'
import type { Queryable } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { differenceOf } from '../../../kernel/http/difference.ts'
import { conflict } from '../../../kernel/http/errors.ts'
import { requireMatch, requireNew, tagged } from '../../../kernel/http/etag.ts'
import { namedView } from '../../../kernel/http/named.view.ts'
import { find } from '../../../kernel/resources/find.ts'
import { changeNetworking, lockNetworking } from '../system-networking/lock.ts'
import { announceSets } from './announce-set.resource.ts'
import {
  announcementsOf,
  deleteAnnounceSet,
  findAnnounceSet,
  listedAnnounceSets,
  putAnnounceSet,
  configUsingSet,
} from './announce-sets.repo.ts'

const setView = (row: Row<'bgp_announce_sets'>): BgpAnnounceSet => namedView(row)

const announcementView = (row: Awaited<ReturnType<typeof announcementsOf>>[number]): BgpAnnouncement => ({
  address_lot_block_id: row.address_lot_block_id,
  address_lot_name: row.address_lot_name,
  announce_set_id: row.announce_set_id,
  network: row.network,
})

const announcementViews = async (db: Queryable, setId: string) =>
  (await announcementsOf(db, setId)).map(announcementView)

export const announceSetsOps: Pick<
  Handlers<typeof bgp>,
  | 'networking_bgp_announce_set_list'
  | 'networking_bgp_announce_set_update'
  | 'networking_bgp_announce_set_delete'
  | 'networking_bgp_announcement_list'
> = {
  async networking_bgp_announce_set_list(call) {
    call.access.onFleet()
    const [column, order] = ORDERS[call.sort as keyof typeof ORDERS]
    const rows = await listedAnnounceSets(call.db).orderBy(column, order).execute()
    return rows.map((row) => ({ ...setView(row), used_by: row.used_by }))
  },

  networking_bgp_announce_set_update(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      await changeNetworking(tx, call.services)
      const present = await findAnnounceSet(tx, call.body.name)
      if (present) requireNew(call)
      const before = present && (await announcementViews(tx, present.id))
      requireMatch(call, before ?? null)
      const set = await putAnnounceSet(tx, call.body, call.now)
      const after = await announcementViews(tx, set.id)
      const old = present ? { ...setView(present), announcement: before } : {}
      call.target(set.id, differenceOf(old, { ...setView(set), announcement: after }))
      tagged(call, after)
      return setView(set)
    })
  },

  networking_bgp_announce_set_delete(call) {
    return call.transaction(async (tx) => {
      const set = await find(call, tx, announceSets, call.params.announce_set, { lock: () => lockNetworking(tx) })
      call.target(set.id)
      const user = await configUsingSet(tx, set.id)
      if (user) throw conflict(`BGP announce set "${set.name}" is used by BGP configuration "${user.name}"`)
      await deleteAnnounceSet(tx, set.id)
    })
  },

  async networking_bgp_announcement_list(call) {
    const set = await find(call, call.db, announceSets, call.params.announce_set)
    return tagged(call, await announcementViews(call.db, set.id))
  },
}

const ORDERS = {
  name_ascending: ['name', 'asc'],
  name_descending: ['name', 'desc'],
  id_ascending: ['id', 'asc'],
} as const
