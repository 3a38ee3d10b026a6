import type { ImageChecksum } from '@skerry/contract/compute/image-fetches.ts'
import { IMAGE_HEAD_BYTES, imageRefusal } from '@skerry/contract/rules/image-content.ts'
import { lockQuota } from '../../identity/quotas/quotas.repo.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { conflict } from '../../kernel/http/errors.ts'
import { findOwned, updateOwned, whileOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga, type SagaContext } from '../../kernel/sagas/saga.ts'
import { unlessOvertaken } from '../../kernel/sagas/unless-overtaken.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { Volumes } from '../../platform/interface/volumes.ts'
import { snapshotCreateSaga } from '../snapshots/snapshot-create.saga.ts'
import { deleteUnfinished } from '../snapshots/snapshots.repo.ts'

const PART_BYTES = 2 ** 20

interface Finalize {
  diskId: string
  siloId: string
  /** Id of the snapshot to take right after. */
  snapshotId: string | null
  /** Length and checksum of the uploaded file, as the client declared them. */
  file: { bytes: number; checksum: ImageChecksum | null } | null
  /** SHA-256 of the file, once it is verified. */
  sha256?: string
}

const lost = () => conflict('the disk was lost meanwhile, or its import cancelled')
const refused = (reason: string) => new PlatformError('refused', `The image is refused: ${reason}`)

async function* partsOf(volumes: Pick<Volumes, 'read'>, diskId: string, bytes: number, signal: AbortSignal) {
  for (let at = 0; at < bytes; at += PART_BYTES)
    yield await volumes.read(diskId, at, Math.min(PART_BYTES, bytes - at), signal)
}

/**
 * Checks the written content before a platform may convert it. Resolves with the SHA-256 of the file, if it is known.
 */
async function verified(
  ctx: SagaContext,
  { diskId, siloId, file }: Finalize,
  signal: AbortSignal,
  { block_size, import_generation }: Row<'disks'>,
): Promise<string | undefined> {
  const { volumes } = ctx.platform
  // A stop that was not answered yet may still wait for them.
  await volumes.endWrites(diskId, import_generation - 1)
  // Its first block may have come last, or in parts.
  const refusal = imageRefusal(await volumes.read(diskId, 0, IMAGE_HEAD_BYTES, signal))
  if (refusal) throw refused(refusal)
  const { hashing } = ctx.services
  if (!file || !hashing) return undefined
  const padding = (block_size - (file.bytes % block_size)) % block_size
  const behind = padding > 0 ? await volumes.read(diskId, file.bytes, padding, signal) : []
  if (behind.some((byte) => byte !== 0))
    throw refused(`it is longer than ${file.bytes} B: what fills up its last block must be zeros`)
  const parts = partsOf(volumes, diskId, file.bytes, signal)
  const hashes = await hashing.hashes(siloId, parts, signal)
  const { checksum } = file
  if (checksum && hashes[checksum.type] !== checksum.value)
    throw refused(
      `its ${checksum.type} is ${hashes[checksum.type]}, not ${checksum.value}: check the checksum, or upload the file again`,
    )
  return hashes.sha256
}

/** Ends an import. A disk that cannot be finalized stays an import: it can be written to or finalized again. */
export const diskFinalizeSaga = defineSaga<Finalize>('disk-finalize', [
  {
    name: 'content',
    // A large file is read to its end.
    slow: () => true,
    async do(ctx, data) {
      const sha256 = await whileOwned(ctx, 'disks', data.diskId, lost, (signal, disk) =>
        verified(ctx, data, signal, disk),
      )
      if (sha256 !== undefined) return { sha256 }
    },
    async undo(ctx, { diskId, siloId, snapshotId }) {
      await unlessOvertaken(() => ctx.platform.settle(diskId, ctx.signal))
      await ctx.transaction(async (tx, { id, now }) => {
        if (snapshotId) await lockQuota(tx, siloId)
        const disk = await findOwned(tx, 'disks', diskId, id)
        const state = disk?.finalized ? 'detached' : 'import_ready'
        await updateOwned(tx, 'disks', diskId, id, { state, saga_id: null, time_modified: now })
        if (snapshotId) await deleteUnfinished(tx, snapshotId, siloId, { id, now })
      })
    },
  },
  {
    name: 'import',
    // A platform may convert the image.
    slow: () => true,
    async do(ctx, { diskId }) {
      const { id, db, platform } = ctx
      await whileOwned(ctx, 'disks', diskId, lost, (signal) => platform.volumes.finalizeImport(diskId, signal))
      await updateOwned(db, 'disks', diskId, id, { finalized: true })
    },
  },
  {
    name: 'finalized',
    async write(tx, { diskId, siloId, snapshotId, sha256 }, { id, now, scope, sagas }) {
      const saga_id = snapshotId
        ? await sagas.begin(tx, snapshotCreateSaga, { snapshotId, diskId, siloId, ownsDisk: true }, scope)
        : null
      const after = snapshotId ? { saga_id } : ({ saga_id, state: 'detached', time_modified: now } as const)
      if (!(await updateOwned(tx, 'disks', diskId, id, after))) throw lost()
      const digest = sha256 === undefined ? null : JSON.stringify({ type: 'sha256', value: sha256 })
      if (snapshotId) await updateOwned(tx, 'snapshots', snapshotId, id, { saga_id, digest })
    },
  },
])
