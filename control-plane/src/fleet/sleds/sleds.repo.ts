import { sql } from 'kysely'
import { batchesOf } from '../../kernel/database/batches.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Services } from '../../kernel/services.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { SledHardware } from '../../platform/hardware.ts'

/**
 * Writes down the sleds that the platform has at this moment. A new one may be given instances at once; what operators
 * decided about a known one stays.
 */
export async function syncSleds({ db, clock, platform }: Pick<Services, 'db' | 'clock' | 'platform'>): Promise<void> {
  const { sleds } = await platform.hardware.inventory()
  await recordSleds(db, sleds, clock.now())
}

/** What the platform says of a sled, and nobody else. */
const TOLD = ['rack_id', 'part', 'serial', 'revision', 'cubby', 'threads', 'memory', 'reachable'] as const

const told = (table: 'sleds' | 'excluded') => sql.join(TOLD.map((column) => sql.ref(`${table}.${column}`)))

export async function recordSleds(db: Queryable, sleds: readonly SledHardware[], now: Date): Promise<void> {
  for (const batch of batchesOf(sleds.toSorted((a, b) => (a.id < b.id ? -1 : 1))))
    await db
      .insertInto('sleds')
      .values(batch.map((sled) => rowOf(sled, now)))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({
            ...Object.fromEntries(TOLD.map((column) => [column, row.ref(`excluded.${column}`)])),
            policy: sql`case when excluded.policy = 'expunged' then 'expunged' else sleds.policy end`,
            time_modified: now,
          }))
          .where(
            sql<boolean>`(${told('sleds')}) is distinct from (${told('excluded')})
              or (excluded.policy = 'expunged' and sleds.policy <> 'expunged')`,
          ),
      )
      .execute()
}

const rowOf = (sled: SledHardware, now: Date) => ({
  id: sled.id,
  rack_id: sled.rackId,
  ...sled.baseboard,
  cubby: sled.cubby,
  threads: sled.hardwareThreads,
  memory: sled.memoryBytes,
  policy: sled.expunged ? ('expunged' as const) : ('in_service' as const),
  provisionable: !sled.expunged,
  reachable: sled.reachable,
  state: 'active' as const,
  // The demo data's instances are there before the sleds that they run on.
  threads_provisioned: sql<number>`(select coalesce(sum(ncpus), 0) from instances where sled_id = ${sled.id})`,
  memory_provisioned: sql<number>`(select coalesce(sum(memory), 0) from instances where sled_id = ${sled.id})`,
  time_created: now,
  time_modified: now,
})

/** Sleds that are shown: those in service and the expunged, not the decommissioned. */
export const listedSleds = (db: Queryable) => db.selectFrom('sleds').selectAll().where('state', '=', 'active')

export const findSled = (db: Queryable, id: string): Promise<Row<'sleds'> | undefined> =>
  listedSleds(db).where('id', '=', id).executeTakeFirst()

export const lockSled = (tx: Tx, id: string): Promise<Row<'sleds'> | undefined> =>
  listedSleds(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Says whether instances may be put on a sled; those that are there stay. */
export async function setProvisionable(tx: Tx, id: string, provisionable: boolean, now: Date): Promise<void> {
  await tx.updateTable('sleds').set({ provisionable, time_modified: now }).where('id', '=', id).execute()
}

/** Instances of every silo that have their machine on a sled. */
export const instancesOn = (db: Queryable, sledId: string) =>
  db
    .selectFrom('instances')
    .innerJoin('projects', 'projects.id', 'instances.project_id')
    .innerJoin('silos', 'silos.id', 'projects.silo_id')
    .selectAll('instances')
    .select(['projects.name as project_name', 'silos.name as silo_name'])
    .where('instances.sled_id', '=', sledId)

/** Notes whether a sled can be reached; one that cannot is given no instances. */
export async function setReachable(tx: Tx, id: string, reachable: boolean, now: Date): Promise<void> {
  await tx.updateTable('sleds').set({ reachable, time_modified: now }).where('id', '=', id).execute()
}
