import { giveStorage, lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { defineSaga, type SagaContext } from '../../kernel/saga.ts'
import type { VolumeSpec } from '../../platform/volumes.ts'
import { diskDelete } from './disk-delete.saga.ts'
import { makingImage } from './source-retention.repo.ts'

const LOOK_AGAIN_MS = 250

/**
 * Makes the volume of a disk that was written down, once the image that it is copied from is whole. May be repeated.
 * That it is there stands in the row before this resolves, so that a restart never takes half a volume for a whole one.
 */
export async function makeVolume(ctx: SagaContext, volume: VolumeSpec): Promise<void> {
  const { db, clock, platform, signal } = ctx
  const { source } = volume
  if (source.kind === 'image') while (await makingImage(db, source.id)) await clock.sleep(LOOK_AGAIN_MS, signal)
  await platform.volumes.ensureVolume(volume, signal)
  await db.updateTable('disks').set({ has_volume: true }).where('id', '=', volume.id).execute()
}

/** Takes back a disk that could not be made: its volume, its row, its part of the quota. May be repeated. */
async function unmakeDisk(ctx: SagaContext, volume: VolumeSpec): Promise<void> {
  await ctx.platform.volumes.deleteVolume(volume.id, ctx.signal)
  await ctx.db.transaction().execute(async (tx) => {
    await lockQuota(tx, volume.siloId)
    const row = await tx.deleteFrom('disks').where('id', '=', volume.id).returning('size').executeTakeFirst()
    if (row) await giveStorage(tx, volume.siloId, row.size)
  })
}

/** Makes the volume of a disk that was written down as creating, and then it is detached or ready for its import. */
export const diskCreate = defineSaga<{ volume: VolumeSpec }>('disk-create', [
  {
    name: 'volume',
    do: (ctx, { volume }) => makeVolume(ctx, volume),
    undo: (ctx, { volume }) => unmakeDisk(ctx, volume),
  },
  {
    name: 'created',
    async write(tx, { volume }, { now, begin }) {
      const row = await tx.selectFrom('disks').selectAll().where('id', '=', volume.id).forUpdate().executeTakeFirst()
      // Found faulty and deleted meanwhile: what has just been made has to go as well.
      if (!row) await begin(diskDelete, { diskId: volume.id })
      if (row?.state !== 'creating' || row.instance_id !== null) return
      await tx
        .updateTable('disks')
        .set({ state: volume.source.kind === 'import' ? 'import_ready' : 'detached', time_modified: now })
        .where('id', '=', volume.id)
        .execute()
    },
  },
])
