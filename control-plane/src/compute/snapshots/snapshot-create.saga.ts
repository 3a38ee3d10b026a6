import type { Tx } from '../../kernel/database.ts'
import { defineSaga } from '../../kernel/saga.ts'

interface Snapshotting {
  snapshotId: string
  diskId: string
  /** The disk waits for it, in maintenance or finalizing, and is detached afterwards. */
  holdsDisk: boolean
}

async function end(tx: Tx, state: 'ready' | 'faulted', { snapshotId, diskId, holdsDisk }: Snapshotting, now: Date) {
  await tx.updateTable('snapshots').set({ state, time_modified: now }).where('id', '=', snapshotId).execute()
  if (!holdsDisk) return
  await tx
    .updateTable('disks')
    .set({ state: 'detached', time_modified: now })
    .where('id', '=', diskId)
    .where('state', 'in', ['maintenance', 'finalizing'])
    .execute()
}

/** Takes a snapshot. One that cannot be taken stays, faulted, for its owner to see and delete. */
export const snapshotCreate = defineSaga<Snapshotting>('snapshot-create', [
  {
    name: 'snapshot',
    // Ready and made at once: a restart makes anew what is not ready, and trusts what is.
    async do({ db, clock, platform, signal }, data) {
      await platform.volumes.ensureSnapshot({ id: data.snapshotId, volumeId: data.diskId }, signal)
      await db.transaction().execute((tx) => end(tx, 'ready', data, clock.now()))
    },
    async undo({ db, clock, platform, signal }, data) {
      await platform.volumes.deleteSnapshot(data.snapshotId, signal)
      await db.transaction().execute((tx) => end(tx, 'faulted', data, clock.now()))
    },
  },
])
