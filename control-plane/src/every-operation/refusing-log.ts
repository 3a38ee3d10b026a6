import { sql } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

/** From now on the audit log cannot be written: whatever would change something is tried, and changes nothing. */
export async function refuseRecords(db: Db): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''audit log is full''; end'`.execute(
    db,
  )
  await sql`create trigger refuse before insert on audit_log execute function refuse()`.execute(db)
}
