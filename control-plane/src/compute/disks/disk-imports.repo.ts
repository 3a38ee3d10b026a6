import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

/** Records that an import is written up to there. Returns false when its writes of that generation have ended. */
export async function raiseWrittenEnd(db: Queryable, diskId: string, generation: number, end: number) {
  const { rows } = await sql`
    insert into disk_imports (disk_id, written_end)
    select id, ${end} from disks where id = ${diskId} and import_generation = ${generation}
    for key share
    on conflict (disk_id) do update set written_end = case
      when disk_imports.written_end is not null then greatest(disk_imports.written_end, excluded.written_end) end
    returning disk_id`.execute(db)
  return rows.length > 0
}

/** Null where it is not known. */
export async function writtenEnd(db: Queryable, diskId: string): Promise<number | null> {
  const row = await db.selectFrom('disk_imports').select('written_end').where('disk_id', '=', diskId).executeTakeFirst()
  return row?.written_end === null ? null : Number(row?.written_end ?? 0)
}
