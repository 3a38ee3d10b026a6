import { randomId } from '../kernel/values/uuid.ts'
import { SNAT_BLOCKS, SNAT_PORTS } from '../network/ip-pools/snat-blocks.repo.ts'
import type { SeededInstance } from './instances.seed.ts'
import { addressAfter, type Seeding } from './seeding.ts'

/** Instances that are reachable from the internet. */
const WITH_EPHEMERAL = /^(gauge-api|wx-tiles|wx-radar|ais-receiver|yard-map|lamp-watch)/

/** A source NAT block for each instance and ephemeral addresses for some, all from the default pool. */
export async function seedExternalIps({ tx }: Seeding, instances: readonly SeededInstance[]): Promise<void> {
  const { id: ip_pool_id, first } = await tx
    .selectFrom('ip_pools')
    .innerJoin('ip_pool_ranges', 'ip_pool_ranges.ip_pool_id', 'ip_pools.id')
    .select(['ip_pools.id', 'ip_pool_ranges.first'])
    .where('ip_pools.name', '=', 'default')
    .executeTakeFirstOrThrow()
  const shared = Math.ceil(instances.length / SNAT_BLOCKS)
  const row = (instance: SeededInstance, ip: string) => ({
    id: randomId(),
    ip_pool_id,
    ip,
    project_id: instance.project_id,
    instance_id: instance.id,
    time_created: instance.time_created,
    time_modified: instance.time_created,
  })
  await tx
    .insertInto('external_ips')
    .values([
      ...instances.map((instance, i) => ({
        ...row(instance, addressAfter(first, Math.floor(i / SNAT_BLOCKS))),
        kind: 'snat' as const,
        first_port: (i % SNAT_BLOCKS) * SNAT_PORTS,
      })),
      ...instances
        .filter(({ name }) => WITH_EPHEMERAL.test(name))
        .map((instance, i) => ({
          ...row(instance, addressAfter(first, shared + i)),
          kind: 'ephemeral' as const,
          first_port: null,
        })),
    ])
    .execute()
}
