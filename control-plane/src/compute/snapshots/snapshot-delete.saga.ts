import { defineSaga, WaitForSaga } from '../../kernel/sagas/saga.ts'
import type { DesiredSnapshot } from '../../platform/interface/platform.ts'
import { copyingFrom } from '../disks/source-retention.repo.ts'

interface SnapshotDeletion {
  snapshotId: string
  /** The snapshot, if it was ready: running copies need it until the saga has deleted it. */
  deleted?: DesiredSnapshot
}

/** Deletes a snapshot whose row is gone, after the disks and images that are being copied from it are complete. */
export const snapshotDeleteSaga = defineSaga<SnapshotDeletion>(
  'snapshot-delete',
  [
    {
      name: 'copies',
      async do({ db }, { snapshotId }) {
        const copier = await copyingFrom(db, snapshotId)
        if (copier) throw new WaitForSaga(copier.id)
      },
    },
    {
      name: 'snapshot',
      do: ({ platform, signal }, { snapshotId }) => platform.volumes.deleteSnapshot(snapshotId, signal),
    },
  ],
  { forward: true },
)
