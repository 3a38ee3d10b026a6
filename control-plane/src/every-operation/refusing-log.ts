import { sql } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

/** Makes every insert into the audit log fail, so requests that change something are attempted and roll back. */
export async function refuseRecords(db: Db): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''audit log is full''; end'`.execute(
    db,
  )
  await sql`create trigger refuse before insert on audit_log execute function refuse()`.execute(db)
}
