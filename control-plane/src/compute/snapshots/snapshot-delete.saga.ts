import { sql } from 'kysely'
import { defineSaga } from '../../kernel/saga.ts'

const LOOK_AGAIN_MS = 250

/** Takes apart a snapshot whose row is gone, once the disks and images that are being made from it are whole. */
export const snapshotDelete = defineSaga<{ snapshotId: string }>(
  'snapshot-delete',
  [
    {
      name: 'copies',
      async do({ db, clock, signal }, { snapshotId }) {
        const disks = db
          .selectFrom('disks')
          .select('id')
          .where('snapshot_id', '=', snapshotId)
          .where('has_volume', '=', false)
        const images = db
          .selectFrom('images')
          .select('id')
          .where(sql`source ->> 'id'`, '=', snapshotId)
          .where('state', '=', 'creating')
        while (await disks.union(images).executeTakeFirst()) await clock.sleep(LOOK_AGAIN_MS, signal)
      },
    },
    {
      name: 'snapshot',
      do: ({ platform, signal }, { snapshotId }) => platform.volumes.deleteSnapshot(snapshotId, signal),
    },
  ],
  { forward: true },
)
