import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

/**
 * The row of a disk, snapshot or image is deleted at once; its bytes are deleted when nothing is copied from them any
 * more. In between, the record of the deletion saga says that they still exist.
 */

const running = (db: Queryable) => db.selectFrom('sagas').where('state', '=', 'running')

/** A running saga that copies from that snapshot or image. Its data has the id as `source`. */
export const copyingFrom = (db: Queryable, sourceId: string) =>
  running(db)
    .select('id')
    .where('undoing', '=', false)
    .where(
      sql<boolean>`jsonb_path_exists(data, '$.**.source ? (@.id == $id)', jsonb_build_object('id', ${sourceId}::text))`,
    )
    .limit(1)
    .executeTakeFirst()

/** The running saga that creates that image. The image's row may be deleted already. */
export const makingImage = (db: Queryable, imageId: string) =>
  running(db)
    .select('id')
    .where('name', '=', 'image-create')
    .where(sql`data -> 'image' ->> 'id'`, '=', imageId)
    .executeTakeFirst()

/** What running deletions have not yet deleted from the platform. */
export async function awaitingDeletion<Spec>(db: Queryable, deletion: { name: string }): Promise<Spec[]> {
  const rows = await db
    .selectFrom('sagas')
    .select(sql<Spec | null>`data -> 'deleted'`.as('deleted'))
    .where('state', '=', 'running')
    .where('name', '=', deletion.name)
    .execute()
  return rows.flatMap(({ deleted }) => (deleted === null ? [] : [deleted as Spec]))
}
