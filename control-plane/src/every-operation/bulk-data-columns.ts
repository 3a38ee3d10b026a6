import type { Tables } from '../kernel/database/tables.ts'

/** Tables whose size does not grow with use. */
export const SMALL_TABLES = [
  'settings',
  'migrations',
  'migration_locks',
  'migration_hashes',
  'builtin_users',
  'allow_list',
  'overcommitment',
  'system_networking',
  'bgp_announce_sets',
  'bfd_sessions',
  'target_release',
  'release_components',
  'issue_times',
  'issue_acknowledgements',
  'machine_absences',
  'storage_absences',
  'storage_losses',
  'platform_storage',
  'unknown_machines',
  'sample_roll_ups',
] as const
export type GrowingTable = Exclude<keyof Tables, (typeof SMALL_TABLES)[number]>

/** A row's columns as SQL; `i` is its number. */
export type Columns = Record<string, string>

/** Parent of a row: a resource of `Everything`, or a parent in the bulk data itself. */
export interface Place {
  /** The id of a table's row that this row is below. */
  below(table: GrowingTable): string
  /** The id of this row, and of the one with the same number in another table. */
  beside(table: GrowingTable): string
  /** The first octet of an IPv4 address: different in each place, so addresses never collide. */
  net: number
}

/** The id of row `i` of a table and a group of its rows. */
export const idOf = (table: string, group: string) => `md5('${table} ${group} ' || i)::uuid`
export const TIME = `timestamptz '2026-01-01'`
export const TIMES = { time_created: TIME, time_modified: TIME }
export const named = (name: string) => ({ name: `'${name}-' || i`, description: `''`, ...TIMES })
