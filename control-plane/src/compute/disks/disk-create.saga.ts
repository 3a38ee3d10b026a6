import { sql } from 'kysely'
import { giveStorage, lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { conflict } from '../../kernel/http/errors.ts'
import { deleteOwned, isNotOwned, updateOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga, type SagaContext, WaitForSaga } from '../../kernel/sagas/saga.ts'
import type { VolumeSpec } from '../../platform/interface/volumes.ts'
import { imageSpec } from '../images/images.repo.ts'
import { makingImage } from './source-retention.repo.ts'

/** Starter images, which have no content, are made with the first disk from them. */
async function ensureEmptyImage({ db, platform, signal }: SagaContext, id: string): Promise<void> {
  const image = await db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`source ->> 'kind' = 'empty'`)
    .executeTakeFirst()
  if (image) await platform.volumes.ensureImage(imageSpec(image), signal)
}

/** Creates the volume of a disk that the saga owns, once its source image is ready. Idempotent. */
async function ensureVolume(ctx: SagaContext, volume: VolumeSpec): Promise<void> {
  const { source } = volume
  const maker = source.kind === 'image' ? await makingImage(ctx.db, source.id) : null
  if (maker) throw new WaitForSaga(maker)
  if (ctx.awaitedFailure) throw ctx.awaitedFailure
  if (source.kind === 'image') await ensureEmptyImage(ctx, source.id)
  await ctx.platform.volumes.ensureVolume(volume, ctx.signal)
}

/**
 * Like `ensureVolume`, and records in the row that the volume exists before it resolves: after a restart an incomplete
 * volume is not taken for a complete one.
 */
export async function makeVolume(ctx: SagaContext, volume: VolumeSpec): Promise<void> {
  await ensureVolume(ctx, volume)
  await updateOwned(ctx.db, 'disks', volume.id, ctx.id, { has_volume: true })
}

/** Whether its bytes are copied, which takes time in proportion to its size. */
export const isCopy = ({ source: { kind } }: VolumeSpec): boolean => kind === 'snapshot' || kind === 'image'

/** Undoes a failed creation: volume, row and quota. Idempotent. */
async function unmakeDisk(ctx: SagaContext, volume: VolumeSpec): Promise<void> {
  if (await isNotOwned(ctx.db, 'disks', volume.id, ctx.id)) return
  await ctx.platform.volumes.deleteVolume(volume.id, ctx.signal)
  await ctx.transaction(async (tx, { now }) => {
    await lockQuota(tx, volume.siloId)
    const row = await deleteOwned(tx, 'disks', volume.id, ctx.id)
    if (row) await giveStorage(tx, { silo_id: volume.siloId, project_id: row.project_id }, row.size, now)
  })
}

/** Creates the volume of a `creating` disk, which is then detached or ready for its import. */
export const diskCreateSaga = defineSaga<{ volume: VolumeSpec }>('disk-create', [
  {
    name: 'volume',
    slow: ({ volume }) => isCopy(volume),
    do: (ctx, { volume }) => ensureVolume(ctx, volume),
    undo: (ctx, { volume }) => unmakeDisk(ctx, volume),
  },
  {
    name: 'created',
    async write(tx, { volume }, { id, now }) {
      const state = volume.source.kind === 'import' ? 'import_ready' : 'detached'
      const created = { state, has_volume: true, saga_id: null, time_modified: now } as const
      if (!(await updateOwned(tx, 'disks', volume.id, id, created))) throw conflict('the disk is gone')
    },
  },
])
