import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

/**
 * Records the end of the written part of an import, unless that end or a later one is recorded. Blocks in order are
 * recorded one by one, which costs little beside the block itself. Returns false if the import's generation has ended.
 */
export async function raiseWrittenEnd(db: Queryable, diskId: string, generation: number, end: number) {
  const { rows } = await sql`
    with known as (
      select disk_id from disk_imports join disks on disks.id = disk_id
      where disk_id = ${diskId} and import_generation = ${generation} and written_end >= ${end}
    ), raised as (
      insert into disk_imports (disk_id, written_end)
      select id, ${end} from disks
      where id = ${diskId} and import_generation = ${generation} and not exists (select from known)
      for key share of disks
      on conflict (disk_id) do update set written_end = greatest(disk_imports.written_end, excluded.written_end)
      returning disk_id
    )
    select disk_id from known union all select disk_id from raised`.execute(db)
  return rows.length > 0
}

export async function writtenEnd(db: Queryable, diskId: string): Promise<number> {
  const row = await db.selectFrom('disk_imports').select('written_end').where('disk_id', '=', diskId).executeTakeFirst()
  return Number(row?.written_end ?? 0)
}
