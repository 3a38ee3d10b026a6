import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

/**
 * The row of a disk, snapshot or image is deleted at once; its bytes are deleted when no copy reads them any more. In
 * between, the record of the deletion saga shows that they still exist.
 */

/** A running saga that copies from that snapshot or image. The row of an incomplete disk or image names both. */
export async function copyingFrom(db: Queryable, sourceId: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from (
      select saga_id from disks
      where coalesce(snapshot_id, image_id) = ${sourceId} and not has_volume and saga_id is not null
      union all
      select saga_id from images where source ->> 'id' = ${sourceId} and state = 'creating') copies
    join sagas s on s.id = copies.saga_id
    where s.state = 'running' and not s.undoing
    limit 1`.execute(db)
  return rows[0]
}

/** The saga that creates that image, until it is ready. */
export async function makingImage(db: Queryable, imageId: string): Promise<string | null> {
  const image = await db.selectFrom('images').select('saga_id').where('id', '=', imageId).executeTakeFirst()
  return image?.saga_id ?? null
}

/** Volumes, snapshots and images that running deletion sagas have not yet deleted from the platform. */
export async function awaitingDeletion<Spec>(db: Queryable, deletion: { name: string }): Promise<Spec[]> {
  const rows = await db
    .selectFrom('sagas')
    .select(sql<Spec | null>`data -> 'deleted'`.as('deleted'))
    .where('state', '=', 'running')
    .where('name', '=', deletion.name)
    .execute()
  return rows.flatMap(({ deleted }) => (deleted === null ? [] : [deleted as Spec]))
}
