import { defineSaga } from '../../kernel/saga.ts'
import type { DesiredSnapshot } from '../../platform/platform.ts'
import { copyingFrom } from '../disks/source-retention.repo.ts'

const LOOK_AGAIN_MS = 250

interface SnapshotDeletion {
  snapshotId: string
  /** The snapshot, if it was whole: what is being made from it needs it until the saga has deleted it. */
  deleted?: DesiredSnapshot
}

/** Deletes a snapshot whose row is gone, once the disks and images that are being made from it are whole. */
export const snapshotDelete = defineSaga<SnapshotDeletion>(
  'snapshot-delete',
  [
    {
      name: 'copies',
      async do({ db, clock, signal }, { snapshotId }) {
        while (await copyingFrom(db, snapshotId)) await clock.sleep(LOOK_AGAIN_MS, signal)
      },
    },
    {
      name: 'snapshot',
      do: ({ platform, signal }, { snapshotId }) => platform.volumes.deleteSnapshot(snapshotId, signal),
    },
  ],
  { forward: true },
)
