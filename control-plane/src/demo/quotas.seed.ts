import { sql } from 'kysely'
import { GIB } from '../kernel/values/bytes.ts'
import { FLEET_ID } from '../kernel/values/uuid.ts'
import type { Seeding } from './seeding.ts'

/** The usage of the demo data, with the time of each change. */
const CHANGES = sql`
  select p.silo_id, i.project_id, i.time_created as time, i.ncpus::int8 as cpus, i.memory, 0::int8 as storage
  from instances i join projects p on p.id = i.project_id where i.run_state = 'running'
  union all
  select p.silo_id, things.project_id, things.time_created, 0, 0, things.size
  from (select project_id, time_created, size from disks union all select project_id, time_created, size from snapshots)
    things join projects p on p.id = things.project_id`

/** Sets usage and its history for the demo data, which bypass the quota. One silo is almost full. */
export async function seedQuotas({ tx }: Seeding): Promise<void> {
  await sql`
    insert into project_usage (project_id, cpus, memory, storage)
    select p.id, coalesce(sum(c.cpus), 0), coalesce(sum(c.memory), 0), coalesce(sum(c.storage), 0)
    from projects p left join (${CHANGES}) c on c.project_id = p.id group by p.id`.execute(tx)
  await sql`
    update quotas q set cpus_provisioned = used.cpus, memory_provisioned = used.memory,
      storage_provisioned = used.storage
    from (
      select silo_id, sum(u.cpus) as cpus, sum(u.memory) as memory, sum(u.storage) as storage
      from project_usage u join projects p on p.id = u.project_id group by silo_id) used
    where used.silo_id = q.silo_id`.execute(tx)
  await sql`
    update quotas set storage = ceil(storage_provisioned / 0.94 / ${GIB}::int8) * ${GIB}::int8
    from silos where silos.id = quotas.silo_id and silos.name = 'north-quay'`.execute(tx)
  // The points of the first start are later than the demo data, which lie in the past.
  await tx.deleteFrom('usage_points').execute()
  await sql`
    insert into usage_points (collection_id, time, cpus, memory, storage)
    select distinct on (id, time) id, time, sum(cpus) over before, sum(memory) over before, sum(storage) over before
    from (
      select project_id as id, time, cpus, memory, storage from (${CHANGES}) of_projects
      union all
      select silo_id, time, cpus, memory, storage from (${CHANGES}) of_silos
      union all
      select ${FLEET_ID}::uuid, time, cpus, memory, storage from (${CHANGES}) of_fleet
      union all
      select id, time_created, 0, 0, 0 from (select id, time_created from projects union all
        select id, time_created from silos) initial) changes
    window before as (partition by id order by time)`.execute(tx)
}
