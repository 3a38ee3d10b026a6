import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { addressesOfPool, freeAddresses } from '../free-addresses.repo.ts'
import { exhausted, lockPoolRows, lockPool, takeNextInPool } from '../ip-pools/ip-pool-allocation.repo.ts'
import { freeSnatBlock, takeSnatBlock } from '../ip-pools/snat-blocks.repo.ts'

type ExternalIp = Row<'external_ips'>

/** The owner of an allocated address. */
export interface Holder {
  siloId: string
  projectId: string
  instanceId: string
}
export type ProbeHolder = Omit<Holder, 'instanceId'> & { probeId: string }

/**
 * Allocates source NAT for an instance: a quarter of the ports of an address in the silo's default pool. Addresses that
 * are already shared are used first.
 * @throws 404 without a default pool, 507 when it is exhausted
 */
export async function allocateSnat(tx: Tx, holder: Holder, now: Date): Promise<ExternalIp> {
  const pool = await lockPool(tx, holder.siloId)
  const block = await takeSnatBlock(tx, pool.id)
  if (!block) throw exhausted(pool)
  return insertAddress(tx, holder, pool, now, { ...block, kind: 'snat' })
}

/**
 * Allocates an address that is released when it is detached or when its instance or probe is deleted.
 * @throws 404 when the pool is not linked to the silo, or none is given and there is no default; 507 when exhausted
 */
export async function allocateEphemeral(
  tx: Tx,
  { pool: requestedPool, ...holder }: (Holder | ProbeHolder) & { pool?: string | null | undefined },
  now: Date,
): Promise<ExternalIp> {
  const pool = await lockPool(tx, holder.siloId, requestedPool)
  const ip = await takeNextInPool(tx, pool)
  return insertAddress(tx, holder, pool, now, { ip, kind: 'ephemeral', first_port: null })
}

const insertAddress = (
  tx: Tx,
  holder: Holder | ProbeHolder,
  pool: Row<'ip_pools'>,
  now: Date,
  fields: Pick<ExternalIp, 'ip' | 'kind' | 'first_port'>,
): Promise<ExternalIp> =>
  tx
    .insertInto('external_ips')
    .values({
      id: randomId(),
      ip_pool_id: pool.id,
      ...fields,
      project_id: holder.projectId,
      instance_id: 'instanceId' in holder ? holder.instanceId : null,
      probe_id: 'probeId' in holder ? holder.probeId : null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Releases the source NAT and ephemeral addresses of a locked instance and detaches its floating IPs. */
export async function releaseAddresses(tx: Tx, instanceId: string, now: Date): Promise<void> {
  const own = await tx
    .selectFrom('external_ips')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind', '!=', 'floating')
    .execute()
  await deleteAddresses(tx, own)
  await tx
    .updateTable('external_ips')
    .set({ instance_id: null, time_modified: now })
    .where('instance_id', '=', instanceId)
    .execute()
}

/** Deletes addresses and returns them to their pools, whose rows are locked first. */
export async function deleteAddresses(
  tx: Tx,
  addresses: readonly Pick<ExternalIp, 'id' | 'ip_pool_id'>[],
): Promise<void> {
  if (!addresses.length) return
  await lockPoolRows(
    tx,
    addresses.map((address) => address.ip_pool_id),
  )
  const deleted = await tx
    .deleteFrom('external_ips')
    .where(
      'id',
      'in',
      addresses.map(({ id }) => id),
    )
    .returningAll()
    .execute()
  for (const { ip_pool_id: poolId, ip, first_port } of deleted)
    if (first_port === null) await freeAddresses(tx, addressesOfPool(poolId), ip)
    else await freeSnatBlock(tx, poolId, { ip, first_port })
}

/** Ephemeral first, then floating by name. Source NAT is internal and not listed. */
export const visibleAddressesOf = (db: Queryable, instanceId: string): Promise<ExternalIp[]> =>
  db
    .selectFrom('external_ips')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind', '!=', 'snat')
    // Floating before ephemeral: the first address shown is then one that stays.
    .orderBy('kind', 'desc')
    .orderBy('name')
    .execute()

export const ephemeralOf = (tx: Tx, instanceId: string): Promise<ExternalIp | undefined> =>
  tx
    .selectFrom('external_ips')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'ephemeral')
    .executeTakeFirst()
