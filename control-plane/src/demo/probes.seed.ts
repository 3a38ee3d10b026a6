import { insertProbe } from '../compute/probes/probes.repo.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { lockVpcByName, subnetByName } from '../network/network-interfaces/network-interfaces.repo.ts'
import type { SeededProject } from './projects.seed.ts'
import { known, namedRow, type Seeding } from './seeding.ts'

/** Near the ends of the default subnet and the default pool, which instances do not reach. */
const ADDRESS = '172.30.3.250'
const EXTERNAL = '198.18.15.250'

/** One probe, which checks whether the tide gauges are reachable. */
export async function seedProbes(seeding: Seeding, projects: ReadonlyMap<string, SeededProject>): Promise<void> {
  const { tx, sleds } = seeding
  const { id: project_id } = known(projects, 'tide-gauges')
  const { id: vpc_id } = await lockVpcByName(tx, project_id, 'default')
  const { id: subnet_id } = await subnetByName(tx, vpc_id, 'default')
  const { name, description, time_created } = namedRow(seeding, 'lookout', 'Asks each gauge once a minute', 33)
  const place = { project_id, vpc_id, subnet_id, sled_id: sleds[0]!, ip: ADDRESS }
  const probe = await insertProbe(tx, { ...place, name, description }, time_created)
  const pool = await tx.selectFrom('ip_pools').select('id').where('name', '=', 'default').executeTakeFirstOrThrow()
  await tx
    .insertInto('external_ips')
    .values({
      id: randomId(),
      ip_pool_id: pool.id,
      ip: EXTERNAL,
      kind: 'ephemeral',
      first_port: null,
      project_id,
      instance_id: null,
      probe_id: probe.id,
      time_created,
      time_modified: time_created,
    })
    .execute()
}
