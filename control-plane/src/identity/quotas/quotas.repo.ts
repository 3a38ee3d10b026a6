import { type RawBuilder, sql } from 'kysely'
import { bytesText } from '../../kernel/bytes.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { insufficientCapacity, invalidRequest, notFound } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { FLEET_ID } from '../../kernel/uuid.ts'

export type Count = number | bigint
type Resource = 'cpus' | 'memory' | 'storage'

/** Parts of a quota that are taken or given together. Bytes, but for cpus. */
type Amounts = Partial<Record<Resource, Count>>
type Compute = { cpus: number; memory: Count }

const inWords: Record<Resource, (count: Count) => string> = {
  cpus: (count) => (BigInt(count) === 1n ? '1 vCPU' : `${count} vCPUs`),
  memory: (count) => `${bytesText(count)} of memory`,
  storage: (count) => `${bytesText(count)} of storage`,
}
const ORDER: readonly Resource[] = ['cpus', 'memory', 'storage']

const column = (resource: Resource) => sql.ref<Count>(`${resource}_provisioned`)

/**
 * Locks a silo's quota until the transaction ends, before any other row. Whatever changes what the silo uses, and
 * whatever starts, stops, resizes, groups or deletes its instances, holds it: nobody else moves them meanwhile.
 * Answers whether the silo is there.
 */
export async function lockQuota(tx: Tx, siloId: string): Promise<boolean> {
  const quota = tx.selectFrom('quotas').select('silo_id').where('silo_id', '=', siloId).forNoKeyUpdate()
  return (await quota.executeTakeFirst()) !== undefined
}

/** Whose use changes, and when. */
export interface Taker {
  silo_id: string
  project_id: string
}

/**
 * Adds to what a project and its silo use, and notes from when on they do, and the fleet, in one statement. The quota
 * is locked. Answers whether it was done: not where a limit would be exceeded.
 */
async function change(
  tx: Tx,
  { silo_id, project_id }: Taker,
  amounts: Amounts,
  now: Date,
  limits: RawBuilder<unknown>,
): Promise<boolean> {
  const [cpus, memory, storage] = ORDER.map((resource) => sql`${amounts[resource] ?? 0}::int8`)
  const { rows } = await sql`
    with quota as (
      update quotas set cpus_provisioned = cpus_provisioned + ${cpus},
        memory_provisioned = memory_provisioned + ${memory}, storage_provisioned = storage_provisioned + ${storage}
      where silo_id = ${silo_id} ${limits} returning *
    ), project as (
      insert into project_usage (project_id, cpus, memory, storage)
      select ${project_id}::uuid, ${cpus}, ${memory}, ${storage} from quota
      on conflict (project_id) do update set cpus = project_usage.cpus + excluded.cpus,
        memory = project_usage.memory + excluded.memory, storage = project_usage.storage + excluded.storage
      returning *
    )
    insert into usage_points (collection_id, time, cpus, memory, storage)
    select used.id, ${now}::timestamptz, used.cpus, used.memory, used.storage from (
      select silo_id as id, cpus_provisioned as cpus, memory_provisioned as memory, storage_provisioned as storage
      from quota
      union all
      select project_id, cpus, memory, storage from project
      union all
      select ${FLEET_ID}::uuid, fleet.cpus + ${cpus}, fleet.memory + ${memory}, fleet.storage + ${storage} from (
        select * from usage_points where collection_id = ${FLEET_ID} order by time desc, sequence desc limit 1) fleet
      where exists (select from quota)) used
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Adds to what a silo uses, whole or not at all. The row is locked. */
async function take(tx: Tx, taker: Taker, amounts: Amounts, now: Date): Promise<void> {
  const asked = ORDER.filter((resource) => amounts[resource] !== undefined)
  const limits = asked.map(
    (resource) => sql`and ${column(resource)} + ${amounts[resource]}::int8 <= ${sql.ref(resource)}`,
  )
  if (await change(tx, taker, amounts, now, sql.join(limits, sql` `))) return

  const quota = await quotaOf(tx, taker.silo_id)
  const short = asked.find((resource) => BigInt(amounts[resource]!) > leftOf(quota, resource))!
  throw insufficientCapacity(
    `${inWords[short](amounts[short]!)} asked for, ${inWords[short](leftOf(quota, short))} left in the silo's quota`,
  )
}

/** A quota may be set below present use: nothing is left then. */
function leftOf(quota: Row<'quotas'>, resource: Resource): bigint {
  const left = BigInt(quota[resource]) - BigInt(quota[`${resource}_provisioned`])
  return left > 0n ? left : 0n
}

async function give(tx: Tx, taker: Taker, amounts: Amounts, now: Date): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(amounts).map(([resource, amount]) => [resource, -BigInt(amount)]),
  ) as Amounts
  await change(tx, taker, given, now, sql``)
}

/** Counts a disk or snapshot of so many bytes. @throws 507 that names what is asked and what is left */
export const takeStorage = (tx: Tx, taker: Taker, bytes: Count, now: Date): Promise<void> =>
  take(tx, taker, { storage: bytes }, now)

export const giveStorage = (tx: Tx, taker: Taker, bytes: Count, now: Date): Promise<void> =>
  give(tx, taker, { storage: bytes }, now)

/** Counts an instance that is about to start. `memory` in bytes. @throws 507; CPU is named first */
export const takeCompute = (tx: Tx, taker: Taker, amounts: Compute, now: Date): Promise<void> =>
  take(tx, taker, amounts, now)

export const giveCompute = (tx: Tx, taker: Taker, amounts: Compute, now: Date): Promise<void> =>
  give(tx, taker, amounts, now)

/** Limits and present use of a silo. */
export const quotaOf = (db: Queryable, siloId: string): Promise<Row<'quotas'>> =>
  db
    .selectFrom('quotas')
    .selectAll()
    .where('silo_id', '=', siloId)
    .executeTakeFirstOrThrow(() => notFound('silo', { id: siloId }))

/**
 * Limits and present use of all silos, with their ids and names. Each silo's quota is looked up by itself (`offset`
 * keeps PostgreSQL from seeing through that): merging both tables by id, a later page would read all before it again.
 */
export const quotasOfSilos = (db: Queryable) =>
  db
    .selectFrom('silos')
    .innerJoinLateral(
      (of) => of.selectFrom('quotas').selectAll().whereRef('quotas.silo_id', '=', 'silos.id').offset(0).as('quotas'),
      (join) => join.onTrue(),
    )
    .selectAll('quotas')
    .select(['silos.id', 'silos.name'])

/** @throws 400 for a limit below zero, which the wire lets through */
export function refuseNegative(limits: Partial<Record<Resource, Count | null | undefined>>): void {
  const negative = ORDER.find((resource) => (limits[resource] ?? 0) < 0)
  if (negative) throw invalidRequest(`${negative} must not be negative`)
}

/** Changes limits of a locked quota; what is absent or null stays. They may be below present use: it stops what is new. */
export const setQuota = (
  tx: Tx,
  siloId: string,
  { cpus, memory, storage }: Partial<Record<Resource, Count | null | undefined>>,
): Promise<Row<'quotas'>> =>
  tx
    .updateTable('quotas')
    .set({
      cpus: sql`coalesce(${cpus ?? null}, cpus)`,
      memory: sql`coalesce(${memory ?? null}, memory)`,
      storage: sql`coalesce(${storage ?? null}, storage)`,
    })
    .where('silo_id', '=', siloId)
    .returningAll()
    .executeTakeFirstOrThrow()
