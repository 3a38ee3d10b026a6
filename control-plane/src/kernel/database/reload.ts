import { sql } from 'kysely'
import { type Kind, notFound } from '../http/errors.ts'
import type { OwnedTable } from '../sagas/saga-owner.ts'
import type { Queryable } from './database.ts'
import type { Row } from './tables.ts'

/**
 * Reads a row again that the request created or changed, once the request's sagas have ended.
 * @throws 404 when another request has deleted it since
 */
export async function reload<T extends OwnedTable>(db: Queryable, table: T, kind: Kind, id: string): Promise<Row<T>> {
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)} where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound(kind, { id })
  return rows[0]
}
