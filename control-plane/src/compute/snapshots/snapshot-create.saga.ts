import { lockQuota } from '../../identity/quotas/quotas.repo.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { isNotOwned, updateOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga, type WriteContext } from '../../kernel/sagas/saga.ts'
import { unlessOvertaken } from '../../kernel/sagas/unless-overtaken.ts'
import { deleteUnfinished } from './snapshots.repo.ts'

interface Snapshotting {
  snapshotId: string
  diskId: string
  siloId: string
  /** The disk is in maintenance or finalizing meanwhile, and detached afterwards. */
  ownsDisk: boolean
}

async function releaseDisk(tx: Tx, { diskId, ownsDisk }: Snapshotting, { id, now }: WriteContext): Promise<void> {
  if (ownsDisk) await updateOwned(tx, 'disks', diskId, id, { state: 'detached', saga_id: null, time_modified: now })
}

/** Takes a snapshot. A failure leaves nothing behind. */
export const snapshotCreateSaga = defineSaga<Snapshotting>('snapshot-create', [
  {
    name: 'snapshot',
    slow: () => true,
    // Taken and marked ready in one step: after a restart a snapshot that is not ready is taken again.
    async do(ctx, data) {
      await ctx.platform.volumes.ensureSnapshot({ id: data.snapshotId, volumeId: data.diskId }, ctx.signal)
      await ctx.transaction(async (tx, write) => {
        const ready = { state: 'ready', saga_id: null, time_modified: write.now } as const
        await updateOwned(tx, 'snapshots', data.snapshotId, ctx.id, ready)
        await releaseDisk(tx, data, write)
      })
    },
    async undo(ctx, data) {
      if (!(await isNotOwned(ctx.db, 'snapshots', data.snapshotId, ctx.id)))
        await unlessOvertaken(() => ctx.platform.volumes.deleteSnapshot(data.snapshotId, ctx.signal))
      await ctx.transaction(async (tx, write) => {
        await lockQuota(tx, data.siloId)
        await deleteUnfinished(tx, data.snapshotId, data.siloId, write)
        await releaseDisk(tx, data, write)
      })
    },
  },
])
