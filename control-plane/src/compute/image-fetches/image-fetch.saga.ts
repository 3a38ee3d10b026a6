import type { ImageChecksum } from '@skerry/contract/compute/image-fetches.ts'
import type { DiskInFile } from '@skerry/contract/rules/image-content.ts'
import { storageLeft } from '../../fleet/overcommitment/provisionable.repo.ts'
import { quotaOf } from '../../identity/quotas/quotas.repo.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import { lockSiloShared } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { ApiError, conflict } from '../../kernel/http/errors.ts'
import { messageOf } from '../../kernel/sagas/saga-failure.ts'
import { updateOwned, whileOwned } from '../../kernel/sagas/saga-owner.ts'
import { findSaga } from '../../kernel/sagas/saga-store.ts'
import { defineSaga, isPermanent, type SagaContext } from '../../kernel/sagas/saga.ts'
import { askedAndLeft, bytesText } from '../../kernel/values/bytes.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { insertImage } from '../images/images.repo.ts'
import { checksumOf } from './checksum-file.ts'
import { download, type DownloadProgress, readChecksumFile } from './download.ts'
import { fetchedContent, imageSize, largestDisk, type SizeLimit } from './fetched-content.ts'
import { lockRunningFetch, reserveSize } from './image-fetches.repo.ts'
import type { ImageFetching } from './image-fetching.ts'

interface Fetch {
  fetchId: string
  /** SHA-256 and length of the file, once it is verified. */
  sha256?: string
  bytes?: number
}

const REPORT_EVERY_MS = 1000
/** Published images are partitioned for it. */
const BLOCK_SIZE = 512

/** The fetch was cancelled: its row is gone. */
class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Fetches an image. On failure the fetch stays, with its reason; the file and the platform's data are removed. */
export const imageFetchSaga = defineSaga<Fetch>(
  'image-fetch',
  [
    {
      name: 'download',
      slow: () => true,
      do: (ctx, { fetchId }) => untilCancelled(ctx, fetchId, (fetch, signal) => fetchFile(ctx, fetch, signal)),
      async undo(ctx, { fetchId }) {
        await ctx.services.imageFetching?.files.remove(fetchId)
        const reason = (await findSaga(ctx.db, ctx.id))?.failure?.cause ?? 'the fetch failed'
        await ctx.transaction(async (tx, { now }) => {
          const failed = { state: 'failed', reason_for_failure: reason, retry_reason: null } as const
          await updateOwned(tx, 'image_fetches', fetchId, ctx.id, { ...failed, saga_id: null, time_modified: now })
        })
      },
    },
    {
      name: 'image',
      slow: () => true,
      async do(ctx, data) {
        if (await isComplete(ctx, data.fetchId)) return
        await untilCancelled(ctx, data.fetchId, async (fetch, signal) => {
          // The file is on the server that has verified it, and this may be another server.
          const isHere = (await fetchingOf(ctx).files.size(fetch.id)) === data.bytes
          const { sha256 = '' } = isHere ? data : await fetchFile(ctx, fetch, signal)
          await makeImage(ctx, fetch, sha256, signal)
        })
      },
      undo: (ctx, { fetchId }) => removeUnlessComplete(ctx, fetchId),
    },
  ],
  { background: true },
)

/** Runs a step of a fetch. When it is cancelled meanwhile, or was before, it fails for good and is undone. */
async function untilCancelled<T>(
  ctx: SagaContext,
  fetchId: string,
  work: (fetch: Row<'image_fetches'>, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await whileOwned(
      ctx,
      'image_fetches',
      fetchId,
      () => new Cancelled(),
      (signal, fetch) => work(fetch, signal),
    )
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (error instanceof Cancelled) throw conflict('the fetch was cancelled')
    const shown = reasonable(ctx, error)
    const retry_reason = isPermanent(shown) ? null : messageOf(shown)
    // Its failure would take the place of the reason, with details of the database.
    await updateOwned(ctx.db, 'image_fetches', fetchId, ctx.id, { retry_reason, time_modified: ctx.clock.now() }).catch(
      (failure: unknown) => ctx.log('warn', 'cannot note why a fetch is repeated', { error: failure }),
    )
    throw shown
  }
}

/** An error whose message may be shown as the reason: details of this server are only in its log. */
function reasonable({ id }: SagaContext, error: unknown): unknown {
  if (error instanceof PlatformError || error instanceof ApiError) return error
  return new PlatformError('transient', `the fetch failed: see saga ${id} in the server's log`, error)
}

/** The same of a failed call of the platform: only of what a user can mend does it tell more. */
function withoutDetails({ id }: SagaContext, error: unknown): unknown {
  if (!(error instanceof PlatformError) || !['transient', 'permanent'].includes(error.kind)) return error
  return new PlatformError(error.kind, `the image cannot be stored: see saga ${id} in the server's log`, error)
}

function fetchingOf({ services }: SagaContext): ImageFetching {
  if (!services.imageFetching) throw new PlatformError('permanent', 'this server fetches no images')
  return services.imageFetching
}

async function fetchFile(ctx: SagaContext, fetch: Row<'image_fetches'>, signal: AbortSignal): Promise<Partial<Fetch>> {
  const fetching = fetchingOf(ctx)
  const expected = fetch.checksum ?? (await publishedChecksum(fetching, fetch, signal))
  let { etag } = fetch
  for (;;) {
    await enter(ctx, fetch.id, 'downloading')
    const resumed = await reported(ctx, fetch.id, (report) =>
      download(fetching, { id: fetch.id, url: fetch.url, etag }, report, signal),
    )
    await enter(ctx, fetch.id, 'verifying')
    const hashes = await fetching.files.hashes(fetch.id, signal)
    if (hashes[expected.type] === expected.value)
      return { sha256: hashes.sha256, bytes: await fetching.files.size(fetch.id) }
    await fetching.files.remove(fetch.id)
    // The file may have changed between two parts.
    if (!resumed) throw new PlatformError('permanent', mismatch(expected, fetch))
    etag = null
  }
}

/** The message shows nothing of the fetched file: it may come from an address that only this server can reach. */
const mismatch = ({ type, value }: ImageChecksum, { checksum, checksum_url }: Row<'image_fetches'>) =>
  `the file is not the one that was asked for: its ${type} is not ${checksum ? value : `that in ${checksum_url}`}`

async function publishedChecksum(
  { outbound }: ImageFetching,
  { url, checksum_url }: Row<'image_fetches'>,
  signal: AbortSignal,
): Promise<ImageChecksum> {
  const file = decoded(new URL(url).pathname.split('/').at(-1)!)
  const checksum = checksumOf(file, await readChecksumFile(outbound, checksum_url!, signal))
  if (!checksum) throw new PlatformError('permanent', `${checksum_url} has no checksum of ${file}`)
  return checksum
}

/** Decodes a name. A name with an invalid % escape is returned unchanged. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const enter = (ctx: SagaContext, id: string, state: 'downloading' | 'verifying' | 'storing') =>
  updateOwned(ctx.db, 'image_fetches', id, ctx.id, { state, time_modified: ctx.clock.now() })

/** Records the progress of a download each second, and at its end. */
async function reported<T>(
  ctx: SagaContext,
  id: string,
  work: (report: (progress: DownloadProgress) => void) => Promise<T>,
): Promise<T> {
  let latest: DownloadProgress | undefined
  const record = async () => {
    if (!latest) return
    const { received, total, etag } = latest
    await updateOwned(ctx.db, 'image_fetches', id, ctx.id, {
      bytes_received: received,
      bytes_total: total ?? null,
      etag: etag ?? null,
      retry_reason: null,
      time_modified: ctx.clock.now(),
    })
  }
  // A record that fails is made up for by the next one.
  const endRecords = ctx.clock.every(REPORT_EVERY_MS, () => record().catch(() => {}))
  try {
    return await work((progress) => (latest = progress))
  } finally {
    endRecords()
    await record()
  }
}

async function makeImage(
  ctx: SagaContext,
  fetch: Row<'image_fetches'>,
  sha256: string,
  signal: AbortSignal,
): Promise<void> {
  const fetching = fetchingOf(ctx)
  await enter(ctx, fetch.id, 'storing')
  const { disk, open } = await fetchedContent(fetching, fetch.id, await limitsOf(ctx, fetch), signal)
  const size = await sizeOf(ctx, fetch, disk)
  const content = { kind: 'content' as const, siloId: fetch.silo_id, open }
  const image = { id: fetch.id, sizeBytes: size, blockSize: BLOCK_SIZE, source: content } as const
  await ctx.transaction((tx) => lockedFetch(ctx, tx, fetch.id).then((locked) => reserveSize(tx, locked, size)))
  await ctx.platform.volumes.ensureImage(image, signal).catch((error: unknown) => {
    throw withoutDetails(ctx, error)
  })
  const { id, silo_id, project_id, name, description, os, version, url } = fetch
  await ctx.transaction(async (tx, { now }) => {
    await lockSiloShared(tx, silo_id, () => new ApiError(404, undefined, 'the silo is deleted'))
    if (project_id) await lockProjectShared(tx, project_id)
    await lockedFetch(ctx, tx, id)
    const digest = { type: 'sha256' as const, value: sha256 }
    const stored = { size, block_size: BLOCK_SIZE, digest, source: { kind: 'url' as const, url } }
    await insertImage(
      tx,
      { id, silo_id, project_id, name, description, os, version, ...stored, state: 'ready', saga_id: null },
      now,
    )
    await tx.deleteFrom('image_fetches').where('id', '=', id).execute()
  })
  await fetching.files.remove(id)
}

async function lockedFetch(ctx: SagaContext, tx: Tx, id: string): Promise<Row<'image_fetches'>> {
  const fetch = await lockRunningFetch(tx, id, ctx.id)
  if (!fetch) throw new Cancelled()
  return fetch
}

/** Limits of the disk's size, before its size is known. */
async function limitsOf({ db }: SagaContext, { size, silo_id }: Row<'image_fetches'>): Promise<SizeLimit[]> {
  if (size !== null) return [largestDisk, { bytes: Number(size), why: 'no larger image was asked for' }]
  const left = await storageLeft(db)
  const limits = [largestDisk, { bytes: await quotaLeft(db, silo_id), why: "the silo's quota has no more left" }]
  return left === undefined ? limits : [...limits, { bytes: atLeastNone(left), why: 'the hardware has no more left' }]
}

const atLeastNone = (bytes: bigint): number => Math.max(0, Number(bytes))

async function quotaLeft(db: Queryable, siloId: string): Promise<number> {
  const { storage, storage_provisioned } = await quotaOf(db, siloId)
  return atLeastNone(BigInt(storage) - BigInt(storage_provisioned))
}

/** The size of the image: as asked for, else that of the disk in it, in whole GiB. @throws PlatformError */
async function sizeOf(ctx: SagaContext, fetch: Row<'image_fetches'>, disk: DiskInFile): Promise<number> {
  const { diskBytes, contentBytes } = disk
  if (diskBytes > largestDisk.bytes || diskBytes === 0)
    throw new PlatformError(
      'permanent',
      `the disk in the image has ${bytesText(diskBytes)}: at least 1 B and at most 1023 GiB`,
    )
  const size = fetch.size === null ? imageSize(disk) : Number(fetch.size)
  const least = Math.max(diskBytes, contentBytes)
  if (size < least) throw new PlatformError('permanent', `the image needs ${bytesText(least)}, not ${bytesText(size)}`)
  const left = await quotaLeft(ctx.db, fetch.silo_id)
  if (size > left) {
    const [asked, free] = askedAndLeft(size, left)
    throw new PlatformError(
      'permanent',
      `a disk of this image has ${asked}, and the silo's quota has ${free} of storage left`,
    )
  }
  return size
}

/** Removes the platform's data of a fetch that did not result in an image. */
async function removeUnlessComplete(ctx: SagaContext, id: string): Promise<void> {
  if (!(await isComplete(ctx, id))) await ctx.platform.volumes.deleteImage(id, ctx.signal)
}

/** Whether the fetch has become an image, under its own id. */
const isComplete = async ({ db }: SagaContext, id: string): Promise<boolean> =>
  (await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
