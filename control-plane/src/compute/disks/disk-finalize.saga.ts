import { defineSaga } from '../../kernel/saga.ts'
import { snapshotCreate } from '../snapshots/snapshot-create.saga.ts'

interface Finalize {
  diskId: string
  /** Of the snapshot that is to be taken of it at once. */
  snapshotId: string | null
}

/** Ends an import. Once begun there is no way back to writing, so what cannot be finalized is faulted. */
export const diskFinalize = defineSaga<Finalize>('disk-finalize', [
  {
    name: 'import',
    async do({ db, platform, signal }, { diskId }) {
      await platform.volumes.finalizeImport(diskId, signal)
      await db.updateTable('disks').set({ finalized: true }).where('id', '=', diskId).execute()
    },
    undo: ({ db, clock }, { diskId, snapshotId }) =>
      db.transaction().execute(async (tx) => {
        const faulted = { state: 'faulted' as const, time_modified: clock.now() }
        await tx.updateTable('disks').set(faulted).where('id', '=', diskId).where('state', '=', 'finalizing').execute()
        if (snapshotId) await tx.updateTable('snapshots').set(faulted).where('id', '=', snapshotId).execute()
      }),
  },
  {
    name: 'finalized',
    async write(tx, { diskId, snapshotId }, { now, begin }) {
      if (snapshotId) await begin(snapshotCreate, { snapshotId, diskId, holdsDisk: true })
      else
        await tx
          .updateTable('disks')
          .set({ state: 'detached', time_modified: now })
          .where('id', '=', diskId)
          .where('state', '=', 'finalizing')
          .execute()
    },
  },
])
