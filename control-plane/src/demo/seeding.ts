import { DAY_MS } from '../clock/durations.ts'
import type { Tx } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import { randomId } from '../kernel/values/uuid.ts'
import type { Inventory } from '../platform/interface/hardware.ts'

/** Context for writing the demo data. The database contains only what the first start creates. */
export interface Seeding {
  tx: Tx
  services: Pick<Services, 'sagas'>
  now: Date
  /** The password hash of every demo user. */
  passwordHash: string
  /** Ids of sleds that take instances. */
  sleds: readonly string[]
  inventory: Inventory
}

export const daysAgo = ({ now }: Pick<Seeding, 'now'>, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** The columns that every named resource has. */
export function namedRow(seeding: Seeding, name: string, description: string, daysOld: number) {
  const time_created = daysAgo(seeding, daysOld)
  return { id: randomId(), name, description, time_created, time_modified: time_created }
}

/** The IPv4 address `count` after `first`. */
export function addressAfter(first: string, count: number): string {
  const number = count + first.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

/** Looks up a value that a map of the demo data must contain. */
export function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo data has no ${String(key)}`)
  return value
}
