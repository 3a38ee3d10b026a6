import { sql } from 'kysely'
import { batchesOf } from '../../kernel/database/batches.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { SledHardware } from '../../platform/interface/hardware.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { differsFromReport, reportedValues } from '../inventory/reported-columns.ts'
import { provisionableStorage, provisionableVcpus } from '../overcommitment/provisionable.repo.ts'

/** Columns with values that the platform reports. */
const REPORTED = [
  'rack_id',
  'part',
  'serial',
  'revision',
  'cubby',
  'threads',
  'memory',
  'storage',
  'storage_full',
  'provisionable_vcpus',
  'provisionable_storage',
  'reachable',
] as const

/** When each sled was last modified, by its id. */
export type SledTimes = ReadonlyMap<string, Date>

export async function sledTimes(db: Queryable): Promise<SledTimes> {
  const rows = await db.selectFrom('sleds').select(['id', 'time_modified']).execute()
  return new Map(rows.map(({ id, time_modified }) => [id, time_modified]))
}

/**
 * Inserts and updates the sleds of the platform. A new one accepts instances at once; a known one keeps what operators
 * have set.
 * @param before times from before the hardware was read: a sled that was modified since then stays as it is, since the
 * reading may be older. The next reading updates it. Without times each sled is updated.
 */
export async function recordSleds(
  db: Queryable,
  sleds: readonly SledHardware[],
  now: Date,
  before?: SledTimes,
): Promise<void> {
  const isUnmodified = before
    ? sql`(sleds.id, sleds.time_modified) in (
        select * from unnest(${[...before.keys()]}::uuid[], ${[...before.values()]}::timestamptz[]))`
    : sql`true`
  for (const batch of batchesOf(sleds.toSorted((a, b) => (a.id < b.id ? -1 : 1)))) {
    const written = await db
      .insertInto('sleds')
      .values(batch.map((sled) => rowOf(sled, now)))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({
            ...reportedValues(REPORTED),
            policy: sql`case when excluded.policy = 'expunged' then 'expunged' else sleds.policy end`,
            time_modified: now,
          })
          .where(
            sql<boolean>`${isUnmodified} and (${differsFromReport('sleds', REPORTED)}
              or (excluded.policy = 'expunged' and sleds.policy <> 'expunged'))`,
          ),
      )
      .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
      .execute()
    for (const { id, isNew } of written) if (isNew) await countUse(db, id)
  }
}

/** Counts the instances of a new sled: the demo data inserts instances first. */
const countUse = (db: Queryable, id: string): Promise<unknown> =>
  db
    .updateTable('sleds')
    .set({
      threads_provisioned: sql`(select coalesce(sum(ncpus), 0) from instances where sled_id = ${id})`,
      memory_provisioned: sql`(select coalesce(sum(memory), 0) from instances where sled_id = ${id})`,
    })
    .where('id', '=', id)
    .execute()

const rowOf = (sled: SledHardware, now: Date) => ({
  id: sled.id,
  rack_id: sled.rackId,
  ...sled.baseboard,
  cubby: sled.cubby,
  threads: sled.hardwareThreads,
  memory: sled.memoryBytes,
  storage: sled.storageBytes ?? null,
  storage_full: sled.freeStorageBytes === 0,
  provisionable_vcpus: provisionableVcpus(sql`${sled.hardwareThreads}::int`),
  provisionable_storage: provisionableStorage(sql`${sled.storageBytes ?? null}::int8`),
  policy: sled.expunged ? ('expunged' as const) : ('in_service' as const),
  provisionable: !sled.expunged,
  reachable: sled.reachable,
  state: 'active' as const,
  time_created: now,
  time_modified: now,
})

/** Sleds in service and expunged ones, without decommissioned ones. */
export const listedSleds = (db: Queryable) => db.selectFrom('sleds').selectAll().where('state', '=', 'active')

export const findSled = (db: Queryable, id: string): Promise<Row<'sleds'> | undefined> =>
  listedSleds(db).where('id', '=', id).executeTakeFirst()

export const lockSled = (tx: Tx, id: string): Promise<Row<'sleds'> | undefined> =>
  listedSleds(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Sets whether a sled accepts new instances; its instances stay. */
export async function setProvisionable(tx: Tx, id: string, provisionable: boolean, now: Date): Promise<void> {
  await tx.updateTable('sleds').set({ provisionable, time_modified: now }).where('id', '=', id).execute()
}

/** Instances on a sled, of all silos. */
export const instancesOn = (db: Queryable, sledId: string) =>
  db
    .selectFrom('instances')
    .innerJoin('projects', 'projects.id', 'instances.project_id')
    .innerJoin('silos', 'silos.id', 'projects.silo_id')
    .selectAll('instances')
    .select(['projects.name as project_name', 'silos.name as silo_name'])
    .where('instances.sled_id', '=', sledId)

/** Takes a sled that left for good out of service, with an alert unless it was unreachable before. */
export async function expungeSled(tx: Tx, id: string, now: Date): Promise<void> {
  const sled = await lockSled(tx, id)
  if (!sled || sled.policy === 'expunged') return
  const expunged = { policy: 'expunged', provisionable: false, reachable: false, time_modified: now } as const
  await tx.updateTable('sleds').set(expunged).where('id', '=', id).execute()
  if (sled.reachable) await raiseAlert(tx, 'sled.unreachable', { sled_id: id }, now)
}

/** Records whether a sled's storage is full: then it starts no instances. */
export async function setStorageFull(tx: Tx, id: string, storage_full: boolean, now: Date): Promise<void> {
  await tx.updateTable('sleds').set({ storage_full, time_modified: now }).where('id', '=', id).execute()
}

/** Records whether a sled is reachable; an unreachable one accepts no instances. */
export async function setReachable(tx: Tx, id: string, reachable: boolean, now: Date): Promise<void> {
  await tx.updateTable('sleds').set({ reachable, time_modified: now }).where('id', '=', id).execute()
}
