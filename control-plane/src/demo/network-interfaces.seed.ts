import { randomId } from '../kernel/values/uuid.ts'
import { randomMac, RESERVED_AT_START } from '../network/addresses.ts'
import type { SeededInstance } from './instances.seed.ts'
import { addressAfter, known, type Seeding } from './seeding.ts'

/** A `net0` for each instance, in its project's default subnet at the lowest addresses. */
export async function seedNetworkInterfaces({ tx }: Seeding, instances: readonly SeededInstance[]): Promise<void> {
  const subnets = await tx
    .selectFrom('subnets')
    .innerJoin('vpcs', 'vpcs.id', 'subnets.vpc_id')
    .select(['subnets.id', 'subnets.vpc_id', 'subnets.ipv4_block', 'vpcs.project_id'])
    .where('vpcs.name', '=', 'default')
    .execute()
  const subnetOf = new Map(subnets.map((subnet) => [subnet.project_id, { ...subnet, taken: RESERVED_AT_START }]))
  const macs = new Set<string>()
  while (macs.size < instances.length) macs.add(randomMac())
  const mac = macs.values()
  await tx
    .insertInto('network_interfaces')
    .values(
      instances.map(({ id, project_id, time_created }) => {
        const subnet = known(subnetOf, project_id)
        return {
          id: randomId(),
          instance_id: id,
          vpc_id: subnet.vpc_id,
          subnet_id: subnet.id,
          name: 'net0',
          description: 'The first network interface',
          ip: addressAfter(subnet.ipv4_block.split('/')[0]!, subnet.taken++),
          mac: mac.next().value!,
          is_primary: true,
          slot: 0,
          transit_ips: '[]',
          time_created,
          time_modified: time_created,
        }
      }),
    )
    .execute()
}
