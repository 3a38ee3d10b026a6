import { addRange } from '../network/ip-pools/ip-pool-ranges.repo.ts'
import { daysAgo, known, namedRow, type Seeding } from './seeding.ts'

/** Ranges of documentation networks (RFC 5737). The floating IPs leave two addresses of the first one free. */
export const SEA_OFFICE = { name: 'sea-office', first: '203.0.113.16', last: '203.0.113.31' }
const SPARE = { name: 'spare-uplink', first: '198.51.100.1', last: '198.51.100.62' }

/** An almost exhausted pool and an unlinked one. The second silo shares the first one's default pool. */
export async function seedIpPools(seeding: Seeding, silos: ReadonlyMap<string, string>): Promise<void> {
  const { tx } = seeding
  const office = namedRow(seeding, SEA_OFFICE.name, 'Public addresses of the harbour office', 130)
  const spare = namedRow(seeding, SPARE.name, 'The second uplink, not in use yet', 21)
  await tx.insertInto('ip_pools').values([office, spare]).execute()
  await addRange(tx, office.id, SEA_OFFICE, daysAgo(seeding, 20))
  await addRange(tx, spare.id, SPARE, daysAgo(seeding, 20))
  const shared = await tx.selectFrom('ip_pools').select('id').where('name', '=', 'default').executeTakeFirstOrThrow()
  await tx
    .insertInto('ip_pool_silos')
    .values([
      { ip_pool_id: office.id, silo_id: known(silos, 'default'), is_default: false },
      { ip_pool_id: shared.id, silo_id: known(silos, 'north-quay'), is_default: true },
    ])
    .execute()
}
