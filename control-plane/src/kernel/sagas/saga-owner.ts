import type { Updateable } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Row, Tables } from '../database/tables.ts'

/**
 * A thing between two lasting states belongs to one saga, which `saga_id` of its row names. A step or an undo changes
 * a thing through this file alone, so that it never touches what has been handed to another saga, or to nobody.
 */
export type OwnedTable = 'disks' | 'snapshots' | 'images' | 'instances' | 'support_bundles'

/** The thing while that saga owns it. */
export const findOwned = async <T extends OwnedTable>(
  db: Queryable,
  table: T,
  id: string,
  sagaId: string,
): Promise<Row<T> | undefined> =>
  (await db
    .selectFrom(table as 'disks')
    .selectAll()
    .where('id', '=', id)
    .where('saga_id', '=', sagaId)
    .executeTakeFirst()) as Row<T> | undefined

/** Whether the thing is there and does not belong to that saga: what was made for it is not the saga's to take away. */
export async function isAnothers(db: Queryable, table: OwnedTable, id: string, sagaId: string): Promise<boolean> {
  const row = await db
    .selectFrom(table as 'disks')
    .select('saga_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.saga_id !== sagaId
}

/** Changes the thing while that saga owns it; `saga_id` among the fields hands it on. Answers whether it did. */
export async function updateOwned<T extends OwnedTable>(
  db: Queryable,
  table: T,
  id: string,
  sagaId: string,
  fields: Updateable<Tables[T]>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as 'disks')
    .set(fields as Updateable<Tables['disks']>)
    .where('id', '=', id)
    .where('saga_id', '=', sagaId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the thing while that saga owns it. Answers what it was. */
export const deleteOwned = async <T extends OwnedTable>(
  db: Queryable,
  table: T,
  id: string,
  sagaId: string,
): Promise<Row<T> | undefined> =>
  (await db
    .deleteFrom(table as 'disks')
    .where('id', '=', id)
    .where('saga_id', '=', sagaId)
    .returningAll()
    .executeTakeFirst()) as Row<T> | undefined
