import { type InsertQueryBuilder, type Simplify, sql } from 'kysely'
import type { Tx } from './database.ts'
import { alreadyExists, type ApiError, type Kind, unauthorized } from '../errors.ts'
import type { Tables } from './tables.ts'

/**
 * Ends the insert of one row: `query.$call(unlessTaken('disk', name))`. The row is left out where it is there already,
 * since PostgreSQL writes every statement that breaks a constraint to its log.
 * @throws 400 then
 */
export const unlessTaken =
  (kind: Kind, name: string) =>
  async <Table extends keyof Tables, Row>(insert: InsertQueryBuilder<Tables, Table, Row>): Promise<Simplify<Row>> => {
    const row = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (!row) throw alreadyExists(kind, name)
    return row
  }

const RANDOM_TRIES = 64

/**
 * The same for a row that also has a random number which must be unique: tried again with another until one is free.
 * @param insert inserts with a new number; undefined when the row breaks a constraint
 * @param findNamed looks for another row of that name
 * @throws 400 when there is one
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
 * Holds a project or a silo in which a thing gets another name: nothing else is named in it then until the transaction
 * ends, for whoever inserts something has held it before. Comes before the lock of the thing.
 */
export const holdNames = (tx: Tx, table: 'projects' | 'silos', id: string): Promise<unknown> =>
  tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()

/**
 * Holds a silo in which something is inserted, before that: the insert itself does so only once it has its name. Who makes a VPC waits here for who gives the silo another default pool, so that one of them sees the other.
 * @throws 401 when the caller's silo has been deleted meanwhile, and the caller with it; of another silo, `gone`
 */
export const holdSilo = (tx: Tx, id: string, gone: () => ApiError = unauthorized): Promise<unknown> =>
  tx.selectFrom('silos').select('id').where('id', '=', id).forKeyShare().executeTakeFirstOrThrow(gone)

/** In what the names of each table that can be changed are unique. */
const WITHIN = {
  projects: ['silo_id'],
  vpcs: ['project_id'],
  subnets: ['vpc_id'],
  routers: ['vpc_id'],
  router_routes: ['router_id'],
  network_interfaces: ['instance_id'],
  affinity_groups: ['project_id', 'kind'],
  external_ips: ['project_id'],
  ip_pools: [],
  alert_receivers: [],
} satisfies Partial<Record<keyof Tables, string[]>>

/**
 * For a row that is about to get a name; the caller holds what it is named in, so that nobody else gives that name to
 * another meanwhile. @throws 400 when another beside it has that name
 */
export async function refuseTaken(
  tx: Tx,
  kind: Kind,
  row: { table: keyof typeof WITHIN; id: string },
  name: string | undefined,
): Promise<void> {
  if (name === undefined) return
  const table = sql.table(row.table)
  const beside = WITHIN[row.table].map((column) => sql`and other.${sql.ref(column)} = own.${sql.ref(column)}`)
  const { rows } = await sql`
    select from ${table} own join ${table} other on other.id <> own.id ${sql.join(beside, sql` `)}
    where own.id = ${row.id} and other.name = ${name}`.execute(tx)
  if (rows.length) throw alreadyExists(kind, name)
}
