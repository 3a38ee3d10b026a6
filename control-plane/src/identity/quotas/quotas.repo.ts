import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { insufficientCapacity, invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { askedAndLeft } from '../../kernel/values/bytes.ts'
import { FLEET_ID } from '../../kernel/values/uuid.ts'

export type Count = number | bigint
type QuotaResource = 'cpus' | 'memory' | 'storage'

/** Amounts that are allocated or released together: CPUs, and bytes of memory and storage. */
type Amounts = Partial<Record<QuotaResource, Count>>
type Compute = { cpus: number; memory: Count }

const cpusText = (count: Count) => (BigInt(count) === 1n ? '1 vCPU' : `${count} vCPUs`)

/** What was asked for and what is left, in words. */
function amountTexts(resource: QuotaResource, asked: Count, left: Count): string[] {
  if (resource === 'cpus') return [cpusText(asked), cpusText(left)]
  return askedAndLeft(asked, left).map((text) => `${text} of ${resource}`)
}

/** What makes room. To stop others is of no use to an instance that exceeds the quota alone. */
function remedy(resource: QuotaResource, asked: Count, quota: Count): string {
  if (resource === 'storage') return 'delete disks or snapshots'
  return BigInt(asked) > BigInt(quota) ? 'resize the instance' : 'stop other instances'
}

const ORDER: readonly QuotaResource[] = ['cpus', 'memory', 'storage']

const column = (resource: QuotaResource) => sql.ref<Count>(`${resource}_provisioned`)

/**
 * Locks a silo's quota until the transaction ends, before any other row. Every change of the silo's usage, and every
 * start, stop, resize, grouping or deletion of its instances takes this lock.
 * @returns whether the silo exists
 */
export async function lockQuota(tx: Tx, siloId: string): Promise<boolean> {
  const quota = tx.selectFrom('quotas').select('silo_id').where('silo_id', '=', siloId).forNoKeyUpdate()
  return (await quota.executeTakeFirst()) !== undefined
}

/**
 * Maximum time between a request's time and its change of the usage. A later point comes from a clock that was set
 * back.
 */
const MAX_WAIT = sql.lit('5 minutes')

/** The project whose usage changes, and its silo. */
export interface Taker {
  silo_id: string
  project_id: string
}

/**
 * Adds to the usage of a project and its silo, and records usage points of both and of the fleet, in one statement:
 * never before their last point, which another request may have recorded since this one began. The quota must be locked.
 * @returns false, without a change, where a limit would be exceeded
 */
async function changeUsage(
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
    select used.id, greatest(${now}::timestamptz, last.time), used.cpus, used.memory, used.storage from (
      select silo_id as id, cpus_provisioned as cpus, memory_provisioned as memory, storage_provisioned as storage
      from quota
      union all
      select project_id, cpus, memory, storage from project
      union all
      select ${FLEET_ID}::uuid, fleet.cpus + ${cpus}, fleet.memory + ${memory}, fleet.storage + ${storage} from (
        select * from usage_points where collection_id = ${FLEET_ID} order by time desc, sequence desc limit 1) fleet
      where exists (select from quota)) used
    cross join lateral (
      select max(time) as time from usage_points
      where collection_id = used.id and time <= ${now}::timestamptz + ${MAX_WAIT}::interval) last
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Adds to the usage of a silo, all or nothing. The quota must be locked. @throws 507 */
async function take(tx: Tx, taker: Taker, amounts: Amounts, now: Date): Promise<void> {
  const asked = ORDER.filter((resource) => amounts[resource] !== undefined)
  const limits = asked.map(
    (resource) => sql`and ${column(resource)} + ${amounts[resource]}::int8 <= ${sql.ref(resource)}`,
  )
  if (await changeUsage(tx, taker, amounts, now, sql.join(limits, sql` `))) return

  const quota = await quotaOf(tx, taker.silo_id)
  const short = asked.find((resource) => BigInt(amounts[resource]!) > leftOf(quota, resource))!
  const amount = amounts[short]!
  const [askedText, leftText] = amountTexts(short, amount, leftOf(quota, short))
  throw insufficientCapacity(
    `${askedText} asked for, ${leftText} left in the silo's quota: ${remedy(short, amount, quota[short])}, or ask an operator for a larger quota`,
  ).concerning({ given: { name: FIELDS[short] } })
}

/** The fields in which requests ask for each resource. */
const FIELDS: Record<QuotaResource, string> = { cpus: 'ncpus', memory: 'memory', storage: 'size' }

/** The unused part of a quota; zero if the quota was set below present usage. */
function leftOf(quota: Row<'quotas'>, resource: QuotaResource): bigint {
  const left = BigInt(quota[resource]) - BigInt(quota[`${resource}_provisioned`])
  return left > 0n ? left : 0n
}

async function give(tx: Tx, taker: Taker, amounts: Amounts, now: Date): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(amounts).map(([resource, amount]) => [resource, -BigInt(amount)]),
  ) as Amounts
  await changeUsage(tx, taker, given, now, sql``)
}

/** Allocates storage for a disk or snapshot. @throws 507 with the requested and remaining amounts */
export const takeStorage = (tx: Tx, taker: Taker, bytes: Count, now: Date): Promise<void> =>
  take(tx, taker, { storage: bytes }, now)

export const giveStorage = (tx: Tx, taker: Taker, bytes: Count, now: Date): Promise<void> =>
  give(tx, taker, { storage: bytes }, now)

/** Allocates CPUs and bytes of memory for an instance that starts. @throws 507, which names CPU first */
export const takeCompute = (tx: Tx, taker: Taker, amounts: Compute, now: Date): Promise<void> =>
  take(tx, taker, amounts, now)

export const giveCompute = (tx: Tx, taker: Taker, amounts: Compute, now: Date): Promise<void> =>
  give(tx, taker, amounts, now)

/** Limits and present usage of a silo. */
export const quotaOf = (db: Queryable, siloId: string): Promise<Row<'quotas'>> =>
  db
    .selectFrom('quotas')
    .selectAll()
    .where('silo_id', '=', siloId)
    .executeTakeFirstOrThrow(() => notFound('silo', { id: siloId }))

/**
 * Limits and present usage of all silos, with their ids and names. `offset` makes PostgreSQL look up each quota
 * separately: a merge join by id would read all earlier rows again for a later page.
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

/** @throws 400 for a negative limit, which the wire schema accepts */
export function refuseNegative(limits: Partial<Record<QuotaResource, Count | null | undefined>>): void {
  const negative = ORDER.find((resource) => (limits[resource] ?? 0) < 0)
  if (negative) throw invalidRequest(`${negative} must not be negative`)
}

/** Changes limits of a locked quota, unless absent or null. A limit below present usage blocks new allocations. */
export const setQuota = (
  tx: Tx,
  siloId: string,
  { cpus, memory, storage }: Partial<Record<QuotaResource, Count | null | undefined>>,
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
