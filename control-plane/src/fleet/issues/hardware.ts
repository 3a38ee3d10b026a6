import { type RawBuilder, sql } from 'kysely'
import { bytesText } from '../../kernel/values/bytes.ts'
import { timestamp } from '../../kernel/values/time.ts'
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

/** Sleds whose storage has little space, only the reserve of the system, or another problem. */
export const findStorageProblems: Finder = async ({ platform, limit }) => {
  const { sleds } = await platform.hardware.inventory()
  return sleds
    .filter(({ expunged }) => !expunged)
    .flatMap(({ id, baseboard, storageBytes, freeStorageBytes, storageProblem }) => {
      const messages = [
        storageBytes === undefined || freeStorageBytes === undefined
          ? undefined
          : littleSpace(storageBytes, freeStorageBytes),
        storageProblem,
      ].filter((message) => message !== undefined)
      if (messages.length === 0) return []
      const severity = freeStorageBytes === 0 ? ('critical' as const) : ('warning' as const)
      return [{ kind: 'storage' as const, severity, id, name: baseboard.serial, message: messages.join('. ') }]
    })
    .slice(0, limit)
}

function littleSpace(bytes: number, free: number): string | undefined {
  if (free === 0) return 'Full: new disks, images and snapshots are refused, and instances that write are paused'
  return free < LITTLE_STORAGE * bytes
    ? `${Math.floor((free / bytes) * 100)}% of ${bytesText(bytes)} are free`
    : undefined
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
