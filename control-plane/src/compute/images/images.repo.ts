import { isDeletionLocked } from '@skerry/contract/rules/deletion-lock.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { alreadyExists, invalidRequest } from '../../kernel/http/errors.ts'
import { TryAfterSaga } from '../../kernel/http/make-change.ts'
import { refuseIfDeletionLocked } from '../../kernel/resources/deletion-lock.ts'
import type { Services } from '../../kernel/services/services.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { BlockSize, DesiredImage, ImageSpec } from '../../platform/interface/volumes.ts'
import { awaitingDeletion } from '../disks/source-retention.repo.ts'
import { imageDeleteSaga } from './image-delete.saga.ts'

/** The images of a project, or the silo images. */
export function imagesOf(db: Queryable, siloId: string, projectId: string | null) {
  const images = db.selectFrom('images').selectAll().where('silo_id', '=', siloId)
  return projectId === null ? images.where('project_id', 'is', null) : images.where('project_id', '=', projectId)
}

type NewImage = Pick<
  Row<'images'>,
  'silo_id' | 'project_id' | 'name' | 'description' | 'os' | 'version' | 'size' | 'block_size' | 'source' | 'state'
> & {
  /** The saga that creates it; null once it is ready. */
  saga_id: string | null
}

/**
 * @param image.id chosen before, if at all
 * @param image.digest of the file that it came in
 * @throws 400 when the name is taken
 */
export const insertImage = (
  tx: Tx,
  { source, digest = null, ...fields }: NewImage & Partial<Pick<Row<'images'>, 'id' | 'digest'>>,
  now: Date,
) =>
  tx
    .insertInto('images')
    .values({
      id: randomId(),
      ...fields,
      source: JSON.stringify(source),
      digest: digest && JSON.stringify(digest),
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken(imageKind(fields.project_id), fields.name))

/** Moves an image into a project, or out of its project to the silo. @throws 400 when its name is taken there */
export async function moveImage(
  tx: Tx,
  image: Pick<Row<'images'>, 'id' | 'name' | 'silo_id'>,
  projectId: string | null,
  now: Date,
): Promise<Row<'images'>> {
  const other = await imagesOf(tx, image.silo_id, projectId).where('name', '=', image.name).executeTakeFirst()
  if (other) throw alreadyExists(imageKind(projectId), image.name)
  return tx
    .updateTable('images')
    .set({ project_id: projectId, time_modified: now })
    .where('id', '=', image.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes an image whose row is locked; a saga deletes it on the platform.
 * @throws 400 while another saga creates it, or if its deletion is locked
 */
export async function removeImage(tx: Tx, { sagas }: Pick<Services, 'sagas'>, image: Row<'images'>): Promise<void> {
  if (image.saga_id)
    throw new TryAfterSaga(
      image.saga_id,
      invalidRequest(`image "${image.name}" is being created by another request: try again when that is done`),
    )
  refuseIfDeletionLocked(image)
  await tx.deleteFrom('images').where('id', '=', image.id).execute()
  await sagas.begin(
    tx,
    imageDeleteSaga,
    {
      imageId: image.id,
      ...(image.state === 'ready' && { deleted: desiredImage(image) }),
    },
    image,
  )
}

/** Deletes all images of a locked silo. @throws 400 while one is being created, or if the deletion of one is locked */
export async function removeImagesOfSilo(tx: Tx, services: Pick<Services, 'sagas'>, siloId: string): Promise<void> {
  const ofSilo = tx.selectFrom('images').selectAll().where('silo_id', '=', siloId)
  const images = await ofSilo.orderBy('id').forUpdate().execute()
  const locked = images.find(isDeletionLocked)
  if (locked)
    throw invalidRequest(`deletion of silo image "${locked.name}" is locked: a user of the silo must unlock it first`)
  for (const image of images) await removeImage(tx, services, image)
}

export const imageKind = (projectId: string | null) => (projectId === null ? 'silo-image' : 'project-image')

/** The platform's specification of an image that it has. */
const desiredImage = (row: Pick<Row<'images'>, 'id' | 'size' | 'block_size'>): DesiredImage => ({
  id: row.id,
  sizeBytes: Number(row.size),
  blockSize: row.block_size as BlockSize,
})

/** The platform's specification of an image that it creates. */
export function imageSpec(row: Pick<Row<'images'>, 'id' | 'size' | 'block_size' | 'source'>): ImageSpec {
  const { source } = row
  if (source.kind === 'url') throw new Error(`Image ${row.id} is created by its fetch`)
  return { ...desiredImage(row), source }
}

/** Every image that should exist. */
export async function desiredImages(db: Queryable): Promise<DesiredImage[]> {
  const rows = await db.selectFrom('images').select(['id', 'size', 'block_size']).where('state', '=', 'ready').execute()
  return [...rows.map(desiredImage), ...(await awaitingDeletion<DesiredImage>(db, imageDeleteSaga))]
}
