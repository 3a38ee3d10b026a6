import { type InsertQueryBuilder, type Simplify, sql } from 'kysely'
import { alreadyExists, type ApiError, type Kind, unauthorized } from '../http/errors.ts'
import type { AnyResource } from '../resources/resource.ts'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Runs the insert of one row: `query.$call(throwIfTaken('disk', name))`. Uses `on conflict do nothing`, since PostgreSQL
 * logs every statement that breaks a constraint.
 * @throws 400 if the name is taken
 */
export const throwIfTaken =
  (kind: Kind, name: string) =>
  async <Table extends keyof Tables, Row>(insert: InsertQueryBuilder<Tables, Table, Row>): Promise<Simplify<Row>> => {
    const row = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (!row) throw alreadyExists(kind, name)
    return row
  }

const RANDOM_TRIES = 64

/**
 * Like `throwIfTaken`, for a row with a unique random number: retries with other numbers until one is free.
 * @param insert inserts with a new number; returns undefined on a conflict
 * @param findNamed finds another row of that name
 * @throws 400 if the name is taken
 */
export async function insertWithRandom<Inserted>(
  kind: Kind,
  name: string,
  insert: () => Promise<Inserted | undefined>,
  findNamed: () => Promise<unknown>,
): Promise<Inserted> {
  for (let tries = 0; tries < RANDOM_TRIES; tries++) {
    const row = await insert()
    if (row) return row
    if (await findNamed()) throw alreadyExists(kind, name)
  }
  throw new Error(`No random number was free for ${kind} "${name}"`)
}

/**
 * Locks a project or silo before a resource in it is renamed: until the transaction ends nothing else in it gets a
 * name, since inserts lock the parent too. Call it before locking the resource.
 */
export const lockNames = (tx: Tx, table: 'projects' | 'silos', id: string): Promise<unknown> =>
  tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()

/**
 * Locks a silo (shared) before an insert into it; the foreign key would lock it only after the name is taken. The
 * creation of a VPC waits here for a change of the silo's default pool.
 * @throws 401 if the caller's silo has been deleted, and the caller with it; for another silo, `gone`
 */
export const lockSiloShared = (tx: Tx, id: string, gone: () => ApiError = unauthorized): Promise<unknown> =>
  tx.selectFrom('silos').select('id').where('id', '=', id).forKeyShare().executeTakeFirstOrThrow(gone)

/**
 * Checks a name before a rename. The caller has locked the parent, so no other transaction can take the name meanwhile.
 * @throws 400 if another resource of the kind has that name in the same parent
 */
export async function requireFreeName(
  tx: Tx,
  { kind, only, parent, ...resource }: AnyResource,
  id: string,
  name: string | undefined,
): Promise<void> {
  if (name === undefined) return
  const table = sql.table(resource.table)
  const within = [...(parent ? [parent.column] : []), ...Object.keys(only)]
  const beside = within.map((column) => sql`and other.${sql.ref(column)} = own.${sql.ref(column)}`)
  const { rows } = await sql`
    select from ${table} own join ${table} other on other.id <> own.id ${sql.join(beside, sql` `)}
    where own.id = ${id} and other.name = ${name}`.execute(tx)
  if (rows.length) throw alreadyExists(kind, name)
}
