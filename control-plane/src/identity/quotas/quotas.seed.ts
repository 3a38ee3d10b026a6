import { sql } from 'kysely'
import type { Seeding } from '../../kernel/seeding.ts'

/** Counts what the demo data use, since they were not taken one by one. */
export async function seedQuotas({ tx }: Seeding): Promise<void> {
  await sql`
    update quotas q set
      cpus_provisioned = (select coalesce(sum(i.ncpus), 0) from instances i join projects p on p.id = i.project_id
        where p.silo_id = q.silo_id and i.run_state = 'running'),
      memory_provisioned = (select coalesce(sum(i.memory), 0) from instances i join projects p on p.id = i.project_id
        where p.silo_id = q.silo_id and i.run_state = 'running'),
      storage_provisioned = (
        select coalesce(sum(size), 0)
        from (select project_id, size from disks union all select project_id, size from snapshots) things
          join projects p on p.id = things.project_id
        where p.silo_id = q.silo_id)`.execute(tx)
}
