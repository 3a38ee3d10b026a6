import { type RawBuilder, sql } from 'kysely'
import type { HardwareLeft } from '../../identity/utilization/hardware-left.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { insufficientCapacity } from '../../kernel/http/errors.ts'
import { askedAndLeft, bytesText } from '../../kernel/values/bytes.ts'
import { acceptingSleds } from '../sleds/placement.ts'

/** Capacity that may be promised: the hardware's times the factor of overcommitment. */
export const provisionableVcpus = (threads: RawBuilder<unknown>) =>
  sql<number>`floor(${threads} * (select cpu from overcommitment))::int`
export const provisionableStorage = (bytes: RawBuilder<unknown>) =>
  sql<number | null>`floor(${bytes} * (select storage from overcommitment))::int8`

/** Applies changed factors to all sleds, which are locked. */
export async function recountProvisionable(tx: Tx): Promise<void> {
  await tx.selectFrom('sleds').select('id').orderBy('id').forNoKeyUpdate().execute()
  const change = {
    provisionable_vcpus: provisionableVcpus(sql.ref('threads')),
    provisionable_storage: provisionableStorage(sql.ref('storage')),
  }
  await tx.updateTable('sleds').set(change).execute()
}

const hardware = sql`from sleds
  where provisionable_storage is not null and state = 'active' and policy = 'in_service'`

async function reportsStorage(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select ${hardware}) as known`.execute(db)
  return rows[0]!.known
}

/** Storage that may still be promised, negative beyond it; undefined if the platform reports no storage. */
export async function storageLeft(db: Queryable): Promise<bigint | undefined> {
  const { rows } = await sql<{ bytes: string | null }>`
    select ((select sum(provisionable_storage) ${hardware})
      - coalesce((select sum(storage_provisioned) from quotas), 0) - coalesce((select sum(size) from images), 0)
      - coalesce((select sum(size) from image_fetches where state <> 'failed'), 0))::text as bytes`.execute(db)
  const { bytes } = rows[0]!
  return bytes === null ? undefined : BigInt(bytes)
}

const free = {
  cpus: sql<number>`greatest(provisionable_vcpus - threads_provisioned, 0)`,
  memory: sql<number | bigint>`greatest(memory - memory_provisioned, 0)`,
}

/** CPUs and memory are of one sled, so that an instance of that size fits. */
export const hardwareLeft: HardwareLeft = async (db) => {
  if (!(await reportsStorage(db))) return undefined
  const sled = await acceptingSleds(db)
    .where('storage_full', '=', false)
    .select([free.cpus.as('cpus'), free.memory.as('memory')])
    .orderBy(sql`${free.cpus}::float8 * ${free.memory}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const storage = await storageLeft(db)
  if (storage === undefined) return undefined
  return { ...(sled ?? { cpus: 0, memory: 0 }), storage: storage > 0n ? storage : 0n }
}

/** Storage of the disks, snapshots, images and fetches that a transaction adds. */
export class AddedStorage {
  bytes = 0n
  /** The silo whose images are among it. */
  imagesOf: string | undefined

  add(bytes: number | bigint): void {
    this.bytes += BigInt(bytes)
  }

  addImage(siloId: string, bytes: number | bigint): void {
    this.add(bytes)
    this.imagesOf = siloId
  }
}

/**
 * Makes a change that adds storage, and checks that there is as much when it has done all else: the check takes a lock
 * that all silos wait for, and keeps it until the end of the transaction.
 * @throws 507
 */
export async function addingStorage<T>(tx: Tx, change: (added: AddedStorage) => Promise<T>): Promise<T> {
  const added = new AddedStorage()
  const result = await change(added)
  if (added.bytes === 0n || !(await reportsStorage(tx))) return result
  await requireProvisionable(tx, added.bytes)
  if (added.imagesOf !== undefined) await requireStorageForImages(tx, added.imagesOf, added.bytes)
  return result
}

/**
 * Checks that the hardware can hold all disks, snapshots, images and fetches of all silos, with the row that this
 * transaction has added. The lock makes others wait until it is committed: they see its row.
 */
async function requireProvisionable(tx: Tx, asked: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(7305505)`.execute(tx)
  const left = await storageLeft(tx)
  if (left === undefined || left >= 0n) return
  const before = left + asked
  const [askedText, leftText] = askedAndLeft(asked, before > 0n ? before : 0n)
  throw insufficientCapacity(
    `${askedText} of storage asked for, ${leftText} left of what the hardware provides: delete disks, snapshots or images, or ask an operator to raise the overcommitment`,
  )
}

/**
 * Images count towards no quota, so a silo's images together are limited to the size of its quota: one user cannot take
 * all the storage that other silos were promised.
 */
async function requireStorageForImages(tx: Tx, siloId: string, asked: bigint): Promise<void> {
  const { rows } = await sql<{ quota: string; left: string }>`
    select q.storage::text as quota, (q.storage - coalesce((select sum(size) from images where silo_id = ${siloId}), 0)
      - coalesce((select sum(size) from image_fetches where silo_id = ${siloId} and state <> 'failed'), 0))::text as left
    from quotas q where q.silo_id = ${siloId}`.execute(tx)
  if (!rows[0] || BigInt(rows[0].left) >= 0n) return
  throw insufficientCapacity(
    `this silo's images may have ${bytesText(BigInt(rows[0].quota))} in all, as its quota, and ${bytesText(asked)} more do not fit: delete images, or ask an operator for a larger quota`,
  )
}
