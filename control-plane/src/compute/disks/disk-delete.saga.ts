import { defineSaga, WaitForSaga } from '../../kernel/sagas/saga.ts'
import type { DesiredVolume } from '../../platform/interface/platform.ts'

interface DiskDeletion {
  diskId: string
  /** The volume, if it was complete: running snapshots need it until the saga has deleted it. */
  deleted?: DesiredVolume
}

/** Deletes the volume of a disk whose row is gone, after the snapshots that are being taken of it are complete. */
export const diskDeleteSaga = defineSaga<DiskDeletion>(
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
