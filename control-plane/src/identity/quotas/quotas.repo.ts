import { sql } from 'kysely'
import { bytesText } from '../../kernel/bytes.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { insufficientCapacity, invalidRequest, notFound } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/tables.ts'

export type Count = number | bigint
type Resource = 'cpus' | 'memory' | 'storage'

/** Parts of a quota that are taken or given together. Bytes, but for cpus. */
type Amounts = Partial<Record<Resource, Count>>

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

/** Adds to what a silo uses, whole or not at all. The row is locked. */
async function take(tx: Tx, siloId: string, amounts: Amounts): Promise<void> {
  const asked = ORDER.filter((resource) => amounts[resource] !== undefined)
  let update = tx.updateTable('quotas').where('silo_id', '=', siloId)
  for (const resource of asked)
    update = update
      .set({ [`${resource}_provisioned`]: sql`${column(resource)} + ${amounts[resource]}` })
      .where(sql<boolean>`${column(resource)} + ${amounts[resource]} <= ${sql.ref(resource)}`)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows) return

  const quota = await quotaOf(tx, siloId)
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

async function give(tx: Tx, siloId: string, amounts: Amounts): Promise<void> {
  let update = tx.updateTable('quotas').where('silo_id', '=', siloId)
  for (const resource of ORDER)
    if (amounts[resource] !== undefined)
      update = update.set({ [`${resource}_provisioned`]: sql`${column(resource)} - ${amounts[resource]}` })
  await update.execute()
}

/** Counts a disk or snapshot of so many bytes. @throws 507 that names what is asked and what is left */
export const takeStorage = (tx: Tx, siloId: string, bytes: Count): Promise<void> => take(tx, siloId, { storage: bytes })

export const giveStorage = (tx: Tx, siloId: string, bytes: Count): Promise<void> => give(tx, siloId, { storage: bytes })

/** Counts an instance that is about to start. `memory` in bytes. @throws 507; CPU is named first */
export const takeCompute = (tx: Tx, siloId: string, amounts: { cpus: number; memory: Count }): Promise<void> =>
  take(tx, siloId, amounts)

export const giveCompute = (tx: Tx, siloId: string, amounts: { cpus: number; memory: Count }): Promise<void> =>
  give(tx, siloId, amounts)

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
