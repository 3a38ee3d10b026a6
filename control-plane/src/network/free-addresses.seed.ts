import { sql } from 'kysely'
import type { Seeding } from '../kernel/database/seeding.ts'

/** Works out what is free beside the demo data, since they were not taken one by one. */
export async function seedFreeAddresses({ tx }: Seeding): Promise<void> {
  for (const table of ['ip_pool_gaps', 'subnet_gaps', 'free_snat_blocks']) {
    await sql`delete from ${sql.table(table)}`.execute(tx)
    await sql`insert into ${sql.table(table)} select * from ${sql.table(`computed_${table}`)}`.execute(tx)
  }
}
