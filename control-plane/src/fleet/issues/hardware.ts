import { type RawBuilder, sql } from 'kysely'
import { bytesText } from '../../kernel/bytes.ts'
import { timestamp } from '../../kernel/time.ts'
import { pendingAdditions } from '../sleds/sled-additions.repo.ts'
import { listedSleds } from '../sleds/sleds.repo.ts'
import type { Finder } from './finder.ts'

export const findUnreachableSleds: Finder = async ({ db, limit }) => {
  const rows = await listedSleds(db)
    .where('policy', '=', 'in_service')
    .where('reachable', '=', false)
    .where('missing', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, serial }) => ({
    kind: 'sled',
    severity: 'critical',
    id,
    name: serial,
    message: 'Unreachable: its instances fail within a minute',
  }))
}

export const findExpungedSleds: Finder = async ({ db, limit }) => {
  const rows = await listedSleds(db).where('policy', '=', 'expunged').orderBy('id').limit(limit).execute()
  return rows.map(({ id, serial }) => ({
    kind: 'sled',
    severity: 'warning',
    id,
    name: serial,
    message: 'Expunged: it runs no instances',
  }))
}

/** Only disks of sleds in service: an expunged sled covers its disks. */
export const findExpungedDisks: Finder = async ({ db, limit }) => {
  const rows = await db
    .selectFrom('physical_disks as d')
    .innerJoin('sleds as s', 's.id', 'd.sled_id')
    .select(['d.id', 'd.serial', 's.serial as sled_serial'])
    .where('d.state', '=', 'active')
    .where('d.policy', '=', 'expunged')
    .where('s.policy', '=', 'in_service')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, serial, sled_serial }) => ({
    kind: 'physical_disk',
    severity: 'warning',
    id,
    name: serial,
    message: `Expunged, in sled ${sled_serial}`,
  }))
}

/** An issue is reported below this share of free storage. */
const LITTLE_STORAGE = 0.15

/** Sleds with little free storage, or with only the reserve of the system left. */
export const findFullStorage: Finder = async ({ platform, limit }) => {
  const { sleds } = await platform.hardware.inventory()
  const full = sleds.flatMap(({ id, baseboard, expunged, storageBytes, freeStorageBytes }) =>
    expunged || !storageBytes || freeStorageBytes === undefined || freeStorageBytes >= LITTLE_STORAGE * storageBytes
      ? []
      : [{ id, baseboard, storageBytes, freeStorageBytes }],
  )
  return full.slice(0, limit).map(({ id, baseboard, storageBytes, freeStorageBytes }) => ({
    kind: 'storage',
    severity: freeStorageBytes === 0 ? 'critical' : 'warning',
    id,
    name: baseboard.serial,
    message:
      freeStorageBytes === 0
        ? 'Full: new disks, images and snapshots are refused, and instances that write are paused'
        : `${Math.floor((freeStorageBytes / storageBytes) * 100)}% of ${bytesText(storageBytes)} are free`,
  }))
}

export const findUninitializedSleds: Finder = async ({ db, platform, limit }) => {
  const { uninitializedSleds } = await platform.hardware.inventory()
  const present = uninitializedSleds.slice(0, limit).map(({ baseboard }) => baseboard)
  const pending = new Set((await pendingAdditions(db, present)).map(({ part, serial }) => `${part} ${serial}`))
  return uninitializedSleds
    .slice(0, limit)
    .filter(({ baseboard: { part, serial } }) => !pending.has(`${part} ${serial}`))
    .map(({ baseboard: { part, serial }, cubby }) => ({
      kind: 'uninitialized_sled',
      severity: 'warning',
      id: `${part} ${serial}`,
      name: serial,
      message: `Not added yet (cubby ${cubby})`,
    }))
}

/** Hardware in service that the platform no longer lists. A missing sled covers its disks. */
const findMissing = (kind: 'rack' | 'switch' | 'sled' | 'physical_disk', named: RawBuilder<unknown>): Finder => {
  return async ({ db, limit }) => {
    const { rows } = await sql<{ id: string; name: string; since: Date }>`
      ${named} order by id limit ${limit}`.execute(db)
    return rows.map(({ id, name, since }) => ({
      kind,
      severity: kind === 'physical_disk' ? 'warning' : 'critical',
      id,
      name,
      message: 'Missing: the platform no longer lists it',
      time_began: timestamp(since),
    }))
  }
}

export const findMissingHardware: readonly Finder[] = [
  findMissing('rack', sql`select id, id::text as name, time_unlisted as since from racks where missing`),
  findMissing('switch', sql`select id, serial as name, time_unlisted as since from switches where missing`),
  findMissing('sled', sql`select id, serial as name, time_unlisted as since from sleds where missing`),
  findMissing(
    'physical_disk',
    sql`select id, serial as name, time_unlisted as since from physical_disks d where missing
      and not exists (select from sleds where sleds.id = d.sled_id and sleds.missing)`,
  ),
]
