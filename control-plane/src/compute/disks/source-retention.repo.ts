import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

/**
 * The row of a disk, snapshot or image goes when it is deleted; its bytes go when nothing is being made from them any
 * more. In between, the record of its deletion saga is what says that they are still there.
 */

const running = (db: Queryable) => db.selectFrom('sagas').where('state', '=', 'running')

/** A saga that is making something from that snapshot or image, if any. Its data names what it copies as `source`. */
export const copyingFrom = (db: Queryable, sourceId: string) =>
  running(db)
    .select('id')
    .where('undoing', '=', false)
    .where(
      sql<boolean>`jsonb_path_exists(data, '$.**.source ? (@.id == $id)', jsonb_build_object('id', ${sourceId}::text))`,
    )
    .limit(1)
    .executeTakeFirst()

/** The saga that is making that image, if any; its row may have been deleted meanwhile. */
export const makingImage = (db: Queryable, imageId: string) =>
  running(db)
    .select('id')
    .where('name', '=', 'image-create')
    .where(sql`data -> 'image' ->> 'id'`, '=', imageId)
    .executeTakeFirst()

/** What deletions under way have still to take from the platform, as they were told of it. */
export async function awaitingDeletion<Spec>(db: Queryable, deletion: { name: string }): Promise<Spec[]> {
  const rows = await db
    .selectFrom('sagas')
    .select(sql<Spec | null>`data -> 'deleted'`.as('deleted'))
    .where('state', 'in', ['running', 'stuck'])
    .where('name', '=', deletion.name)
    .execute()
  return rows.flatMap(({ deleted }) => (deleted === null ? [] : [deleted as Spec]))
}
