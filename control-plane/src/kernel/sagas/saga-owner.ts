import { sql, type Updateable } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Row, Tables, TableWith } from '../database/tables.ts'
import type { SagaContext } from './saga.ts'

/**
 * A resource in a transitional state belongs to one saga: `saga_id` of its row. Steps and undos change resources only
 * with these functions, so they never change one that has passed to another saga or to none.
 */
export type OwnedTable = TableWith<{ id: string; saga_id: string | null }>

const owned = (id: string, sagaId: string) => sql`where id = ${id} and saga_id = ${sagaId}`

/** The resource, if that saga owns it. */
export async function findOwned<T extends OwnedTable>(
  db: Queryable,
  table: T,
  id: string,
  sagaId: string,
): Promise<Row<T> | undefined> {
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)} ${owned(id, sagaId)}`.execute(db)
  return rows[0]
}

/** Whether the resource exists and does not belong to that saga, which must then not remove its parts. */
export async function isNotOwned(db: Queryable, table: OwnedTable, id: string, sagaId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} and saga_id is distinct from ${sagaId}`.execute(db)
  return rows.length > 0
}

const OWNER_EVERY_MS = 1000

/**
 * Runs work on a resource that others may take from the saga: its signal then aborts, within a second. Rejects with
 * `lost` in that case, and when the saga does not own the resource at first.
 */
export async function whileOwned<T, R extends OwnedTable>(
  ctx: Pick<SagaContext, 'id' | 'db' | 'clock' | 'signal'>,
  table: R,
  id: string,
  lost: () => Error,
  work: (signal: AbortSignal, row: Row<R>) => Promise<T>,
): Promise<T> {
  const row = await findOwned(ctx.db, table, id, ctx.id)
  if (!row) throw lost()
  const taken = new AbortController()
  // A database that does not answer says nothing about the owner.
  const isOwned = async () => Boolean(await findOwned(ctx.db, table, id, ctx.id).catch(() => true))
  const endWatch = ctx.clock.every(OWNER_EVERY_MS, async () => {
    if (!(await isOwned())) taken.abort(lost())
  })
  try {
    return await work(AbortSignal.any([ctx.signal, taken.signal]), row)
  } catch (error) {
    // The other may have removed what the work needs.
    throw (await isOwned()) ? error : lost()
  } finally {
    endWatch()
  }
}

/** Changes the resource if that saga owns it; `saga_id` in the fields passes it on. Returns whether it did. */
export async function updateOwned<T extends OwnedTable>(
  db: Queryable,
  table: T,
  id: string,
  sagaId: string,
  fields: Updateable<Tables[T]>,
): Promise<boolean> {
  const set = Object.entries(fields).map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} ${owned(id, sagaId)} returning id`.execute(db)
  return rows.length > 0
}

/** Deletes the resource if that saga owns it. Returns its row. */
export async function deleteOwned<T extends OwnedTable>(
  db: Queryable,
  table: T,
  id: string,
  sagaId: string,
): Promise<Row<T> | undefined> {
  const { rows } = await sql<Row<T>>`delete from ${sql.table(table)} ${owned(id, sagaId)} returning *`.execute(db)
  return rows[0]
}
