import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/database/database.ts'
import { timestamp } from '../../kernel/values/time.ts'

/** Missing hardware and machines count as gone once a check at least this much later does not find them either. */
export const CONFIRM_AFTER_MS = 30_000

/** Hardware that the platform must list. Expunged hardware may leave. */
const expected = {
  racks: sql`true`,
  switches: sql`true`,
  sleds: sql`state = 'active' and policy = 'in_service'`,
  physical_disks: sql`state = 'active' and policy = 'in_service'`,
} satisfies Record<string, RawBuilder<unknown>>

/** Marks hardware that the platform does not list: unlisted at the first check, missing from the second one on. */
export async function markUnlisted(
  db: Db,
  table: keyof typeof expected,
  listed: readonly { id: string }[],
  now: Date,
): Promise<void> {
  const ids = listed.map(({ id }) => id)
  await sql`
    update ${sql.table(table)} set
      missing = time_unlisted is not null and id <> all(${ids}::uuid[]),
      time_unlisted = case when id = any(${ids}::uuid[]) then null else coalesce(time_unlisted, ${now}::timestamptz) end,
      time_modified = ${now}::timestamptz
    where case when id = any(${ids}::uuid[]) then time_unlisted is not null
      else ${expected[table]} and not missing
        and coalesce(time_unlisted <= ${new Date(now.getTime() - CONFIRM_AFTER_MS)}::timestamptz, true) end`.execute(db)
}

/** Since when hardware has been missing; null while it is not. */
export const missingSince = (row: { missing: boolean; time_unlisted: Date | null }): string | null =>
  row.missing && row.time_unlisted ? timestamp(row.time_unlisted) : null
