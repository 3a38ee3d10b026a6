import type { ColumnType, Generated } from 'kysely'

/** Integers past 2^53 come back as bigint, all others as number. */
export type Int8 = ColumnType<number | bigint, number | bigint, number | bigint>
/** JSON is written as text and read as a value. */
export type Json<T> = ColumnType<T, string, string>

export interface Timed {
  time_created: Date
  time_modified: Date
}
export interface Named extends Timed {
  id: string
  name: string
  description: string
}
/** Columns of a resource whose deletion can be locked. */
export interface Lockable {
  deletion_locked: Generated<boolean>
}
