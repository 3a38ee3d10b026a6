import { IMAGE_HEAD_BYTES, imageRefusal } from '@skerry/contract/rules/image-content.ts'
import { lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { conflict } from '../../kernel/errors.ts'
import { findOwned, updateOwned, whileOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga } from '../../kernel/sagas/saga.ts'
import { PlatformError } from '../../platform/platform-error.ts'
import { snapshotCreate } from '../snapshots/snapshot-create.saga.ts'
import { deleteUnfinished } from '../snapshots/snapshots.repo.ts'

interface Finalize {
  diskId: string
  siloId: string
  /** Id of the snapshot to take right after. */
  snapshotId: string | null
}

const lost = () => conflict('the disk was lost meanwhile, or its import cancelled')

/** Ends an import. A disk that cannot be finalized stays an import: it can be written to or finalized again. */
export const diskFinalize = defineSaga<Finalize>('disk-finalize', [
  {
    name: 'import',
    // A platform may convert the image.
    slow: () => true,
    async do(ctx, { diskId }) {
      const { id, db, platform } = ctx
      await whileOwned(ctx, 'disks', diskId, lost, async (signal) => {
        // Its first block may have come last, or in parts.
        const refusal = imageRefusal(await platform.volumes.read(diskId, 0, IMAGE_HEAD_BYTES, signal))
        if (refusal) throw new PlatformError('refused', `The image is refused: ${refusal}`)
        await platform.volumes.finalizeImport(diskId, signal)
      })
      await updateOwned(db, 'disks', diskId, id, { finalized: true })
    },
    undo: (ctx, { diskId, siloId, snapshotId }) =>
      ctx.transaction(async (tx, { id, now }) => {
        if (snapshotId) await lockQuota(tx, siloId)
        const disk = await findOwned(tx, 'disks', diskId, id)
        const state = disk?.finalized ? 'detached' : 'import_ready'
        await updateOwned(tx, 'disks', diskId, id, { state, saga_id: null, time_modified: now })
        if (snapshotId) await deleteUnfinished(tx, snapshotId, siloId, { id, now })
      }),
  },
  {
    name: 'finalized',
    async write(tx, { diskId, siloId, snapshotId }, { id, now, owner, sagas }) {
      const saga_id = snapshotId
        ? await sagas.begin(tx, snapshotCreate, { snapshotId, diskId, siloId, ownsDisk: true }, owner)
        : null
      const after = snapshotId ? { saga_id } : ({ saga_id, state: 'detached', time_modified: now } as const)
      if (!(await updateOwned(tx, 'disks', diskId, id, after))) throw lost()
      if (snapshotId) await updateOwned(tx, 'snapshots', snapshotId, id, { saga_id })
    },
  },
])
