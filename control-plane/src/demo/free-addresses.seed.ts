import { sql } from 'kysely'
import type { Seeding } from './seeding.ts'

/** Computes the free addresses after the demo data, whose addresses are inserted without being taken. */
export async function seedFreeAddresses({ tx }: Seeding): Promise<void> {
  for (const table of ['ip_pool_gaps', 'subnet_gaps', 'free_snat_blocks']) {
    await sql`delete from ${sql.table(table)}`.execute(tx)
    await sql`insert into ${sql.table(table)} select * from ${sql.table(`computed_${table}`)}`.execute(tx)
  }
}
