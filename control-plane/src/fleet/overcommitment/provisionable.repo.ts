import { type RawBuilder, sql } from 'kysely'
import { bytesText } from '../../kernel/bytes.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { insufficientCapacity } from '../../kernel/errors.ts'
import { FLEET_ID } from '../../kernel/uuid.ts'

/** What may be promised of hardware. */
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

/**
 * Checks what disks, snapshots and images of all silos are promised, after this transaction has taken more. It takes no
 * lock, so requests of several silos at one moment may go beyond it, each once.
 * @throws 507
 */
export async function requireProvisionableStorage(db: Queryable, asked: number | bigint): Promise<void> {
  const provisionable = await sql<{ bytes: string | null }>`
    select sum(provisionable_storage)::text as bytes from sleds
    where provisionable_storage is not null and state = 'active' and policy = 'in_service'`.execute(db)
  const most = provisionable.rows[0]!.bytes
  if (most === null) return
  const promised = await sql<{ bytes: string }>`
    select ((select coalesce(sum(size), 0) from images) + coalesce((
      select storage from usage_points where collection_id = ${FLEET_ID} order by time desc, sequence desc limit 1), 0)
    )::text as bytes`.execute(db)
  const left = BigInt(most) - BigInt(promised.rows[0]!.bytes) + BigInt(asked)
  if (left >= BigInt(asked)) return
  throw insufficientCapacity(
    `${bytesText(asked)} of storage asked for, ${bytesText(left > 0n ? left : 0n)} left of what the hardware provides: delete disks, snapshots or images, or ask an operator to raise the overcommitment`,
  )
}
