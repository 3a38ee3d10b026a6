import { sql } from 'kysely'
import { DAY_MS } from '../../clock/durations.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import { deleteInBatches } from '../../kernel/database/delete-in-batches.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { alreadyExists, insufficientCapacity } from '../../kernel/http/errors.ts'
import type { Services } from '../../kernel/services/services.ts'
import { imageKind, imagesOf } from '../images/images.repo.ts'

/** Each takes a slot for slow steps and room in the data folder. */
const MAX_RUNNING = 8
const MAX_RUNNING_OF_SILO = 4
/** How long a failed fetch is listed. */
const FAILED_KEPT_MS = 7 * DAY_MS

/** The fetches into a project, or those of silo images. */
export function fetchesOf(db: Queryable, siloId: string, projectId: string | null) {
  const fetches = db.selectFrom('image_fetches').selectAll().where('silo_id', '=', siloId)
  return projectId === null ? fetches.where('project_id', 'is', null) : fetches.where('project_id', '=', projectId)
}

export const findFetch = (db: Queryable, siloId: string, id: string): Promise<Row<'image_fetches'> | undefined> =>
  db.selectFrom('image_fetches').selectAll().where('silo_id', '=', siloId).where('id', '=', id).executeTakeFirst()

type NewFetch = Pick<
  Row<'image_fetches'>,
  | 'id'
  | 'silo_id'
  | 'project_id'
  | 'name'
  | 'description'
  | 'os'
  | 'version'
  | 'url'
  | 'checksum_url'
  | 'checksum'
  | 'requested_size'
  | 'saga_id'
>

/**
 * Inserts a fetch. The advisory lock keeps two requests from taking the same last slot.
 * @throws 400 when an image has that name, or another fetch, 507 when too many are running
 */
export async function insertFetch(
  tx: Tx,
  fetch: NewFetch,
  added: AddedStorage,
  now: Date,
): Promise<Row<'image_fetches'>> {
  await sql`select pg_advisory_xact_lock(7305504)`.execute(tx)
  const named = imagesOf(tx, fetch.silo_id, fetch.project_id).where('name', '=', fetch.name)
  if (await named.executeTakeFirst()) throw alreadyExists(imageKind(fetch.project_id), fetch.name)
  const inserted = await tx
    .insertInto('image_fetches')
    .values({
      ...fetch,
      size: fetch.requested_size,
      checksum: fetch.checksum && JSON.stringify(fetch.checksum),
      state: 'downloading',
      bytes_received: 0,
      bytes_total: null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken(imageKind(fetch.project_id), fetch.name))
  const { all, own } = await tx
    .selectFrom('image_fetches')
    .where('state', '<>', 'failed')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('silo_id', '=', fetch.silo_id).as('own'),
    ])
    .executeTakeFirstOrThrow()
  if (own > MAX_RUNNING_OF_SILO)
    throw insufficientCapacity(`${MAX_RUNNING_OF_SILO} images of this silo are being fetched: wait until one is done`)
  if (all > MAX_RUNNING)
    throw insufficientCapacity(`this server is fetching ${MAX_RUNNING} images: wait until one is done`)
  if (fetch.requested_size !== null) added.addImage(fetch.silo_id, fetch.requested_size)
  return inserted
}

/** Locks the fetch that a saga runs; undefined once it was cancelled. */
export const lockRunningFetch = (tx: Tx, id: string, sagaId: string): Promise<Row<'image_fetches'> | undefined> =>
  tx
    .selectFrom('image_fetches')
    .selectAll()
    .where('id', '=', id)
    .where('saga_id', '=', sagaId)
    .forUpdate()
    .executeTakeFirst()

/** Reserves storage for the image of a locked fetch, whose size was not known before. @throws 507 */
export async function reserveSize(tx: Tx, fetch: Row<'image_fetches'>, size: number): Promise<void> {
  if (fetch.size !== null) return
  await addingStorage(tx, async (added) => {
    await tx.updateTable('image_fetches').set({ size }).where('id', '=', fetch.id).execute()
    added.addImage(fetch.silo_id, size)
  })
}

/** The ids of running fetches, among these. */
async function runningFetchesAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('image_fetches')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '<>', 'failed')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes failed fetches that were not dismissed in time. */
export function pruneFailedFetches(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - FAILED_KEPT_MS)
  const where = sql`state = 'failed' and time_modified < ${before}`
  return deleteInBatches(db, { table: 'image_fetches', where, order: 'time_modified' }, signal)
}

/** Removes files without a running fetch, which a crash or a restored backup left behind. */
export async function removeOrphanedDownloads({
  db,
  imageFetching,
  log,
}: Pick<Services, 'db' | 'imageFetching' | 'log'>): Promise<void> {
  if (!imageFetching) return
  // List files first: a fetch is inserted before its file is written.
  const ids = await imageFetching.files.ids()
  if (!ids.length) return
  const running = await runningFetchesAmong(db, ids)
  for (const id of ids)
    if (!running.has(id)) {
      await imageFetching.files.remove(id)
      log('info', 'orphaned image download removed', { image_fetch_id: id })
    }
}
