import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/database.ts'
import { addressesOfPool, freeAddresses, takeNextAddress } from '../free-addresses.repo.ts'

/** Source NAT ports per instance: four instances share an address. */
export const SNAT_PORTS = 16_384
export const SNAT_BLOCKS = 65_536 / SNAT_PORTS

export interface SnatBlock {
  ip: string
  first_port: number
}

/**
 * Takes a block of ports in a pool whose row is locked: of the lowest shared address with a free block, else of the
 * next free address. Undefined when the pool is exhausted.
 */
export async function takeSnatBlock(tx: Tx, poolId: string): Promise<SnatBlock | undefined> {
  const { rows } = await sql<SnatBlock>`
    delete from free_snat_blocks block using (
      select ip, first_port from free_snat_blocks where ip_pool_id = ${poolId} order by ip, first_port limit 1
    ) lowest
    where block.ip_pool_id = ${poolId} and block.ip = lowest.ip and block.first_port = lowest.first_port
    returning block.ip, block.first_port`.execute(tx)
  if (rows[0]) return rows[0]

  const ip = await takeNextAddress(tx, addressesOfPool(poolId))
  if (ip === undefined) return undefined
  const others = Array.from({ length: SNAT_BLOCKS - 1 }, (_, index) => (index + 1) * SNAT_PORTS)
  await tx
    .insertInto('free_snat_blocks')
    .values(others.map((first_port) => ({ ip_pool_id: poolId, ip, first_port })))
    .execute()
  return { ip, first_port: 0 }
}

/** Frees a block in a pool whose row is locked, and the address when all its blocks are free. */
export async function freeSnatBlock(tx: Tx, poolId: string, { ip, first_port }: SnatBlock): Promise<void> {
  await tx.insertInto('free_snat_blocks').values({ ip_pool_id: poolId, ip, first_port }).execute()
  const blocks = tx.selectFrom('free_snat_blocks').where('ip_pool_id', '=', poolId).where('ip', '=', ip)
  const { free } = await blocks.select(({ fn }) => fn.countAll<number>().as('free')).executeTakeFirstOrThrow()
  if (free < SNAT_BLOCKS) return
  await tx.deleteFrom('free_snat_blocks').where('ip_pool_id', '=', poolId).where('ip', '=', ip).execute()
  await freeAddresses(tx, addressesOfPool(poolId), ip)
}
