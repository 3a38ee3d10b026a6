import { defineSaga, WaitForSaga } from '../../kernel/sagas/saga.ts'
import type { DesiredVolume } from '../../platform/platform.ts'

interface DiskDeletion {
  diskId: string
  /** The volume, while it is whole: what is being made from it needs it until the saga has deleted it. */
  deleted?: DesiredVolume
}

/** Deletes the volume of a disk whose row is gone, once the snapshots that are being taken of it are whole. */
export const diskDelete = defineSaga<DiskDeletion>(
  'disk-delete',
  [
    {
      name: 'snapshots',
      async do({ db }, { diskId }) {
        const snapshot = await db
          .selectFrom('snapshots')
          .select('saga_id')
          .where('disk_id', '=', diskId)
          .where('state', '=', 'creating')
          .executeTakeFirst()
        if (snapshot?.saga_id) throw new WaitForSaga(snapshot.saga_id)
      },
    },
    { name: 'volume', do: ({ platform, signal }, { diskId }) => platform.volumes.deleteVolume(diskId, signal) },
  ],
  { forward: true },
)
