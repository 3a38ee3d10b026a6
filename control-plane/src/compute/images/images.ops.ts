import type { images } from '@skerry/contract/compute/images.ts'
import { roleSuffices } from '@skerry/contract/rules/roles.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import type { Hidden } from '../../kernel/access/access.ts'
import { checkSelectors, selectedProject, selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import { lockNames, lockSiloShared } from '../../kernel/database/names.ts'
import { reload } from '../../kernel/database/reload.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call, CallAt, Handlers } from '../../kernel/http/call.ts'
import { forbidden, invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { tagged } from '../../kernel/http/etag.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { updateDeletionLock } from '../../kernel/resources/deletion-lock.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { snapshotAsSource } from '../disks/disk-sources.ts'
import { imageCreateSaga } from './image-create.saga.ts'
import { imageView } from './image.view.ts'
import { imageSpec, imagesOf, insertImage, moveImage, removeImage } from './images.repo.ts'

type Image = Row<'images'>

/**
 * The image in the path: by id, by name in a project, or by name without a project (a silo image).
 * @param projectId the project to look a name up in; null for the silo
 */
async function imageInPath(call: CallAt<'image'>, db: Queryable, projectId: string | null) {
  const by = selector(call.params.image)
  const images = db.selectFrom('images').selectAll().where('silo_id', '=', call.actor.siloId)
  const found =
    'id' in by
      ? images.where('id', '=', by.id)
      : images.where('name', '=', by.name).where('project_id', projectId === null ? 'is' : '=', projectId)
  const hidden = () => notFound('image', by)
  const image = await found.executeTakeFirst()
  if (!image) throw hidden()
  return { image, hidden }
}

/** Checks permission on an image. Silo images are hidden from users without a role in the silo. */
function decide({ access }: Pick<Call, 'access'>, image: Image, hidden: Hidden): void {
  if (image.project_id) return access.onProject({ id: image.project_id, silo_id: image.silo_id }, hidden)
  if (!access.siloRole) throw hidden()
  access.onSilo(image.silo_id, hidden)
}

/** The image, locked, after its permission check. @throws 404 when it was deleted or moved meanwhile */
const lockImage = (tx: Tx, { id, project_id }: Image, hidden: Hidden): Promise<Image> =>
  tx
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', project_id === null ? 'is' : '=', project_id)
    .forUpdate()
    .executeTakeFirstOrThrow(hidden)

/** The project to look the image in the path up in; null for silo images. */
function projectOfSelector(call: CallAt<'image'>): string | null {
  const { project } = call.query as { project?: string }
  const by = selector(call.params.image)
  if ('id' in by) checkSelectors('image', by, 'project', project)
  return project === undefined ? null : selectedProject(call).id
}

/** Changes the image in the path, locked, in one transaction. */
function changeImage<T>(call: CallAt<'image'>, work: (tx: Tx, image: Image) => Promise<T>): Promise<T> {
  const projectId = projectOfSelector(call)
  return call.transaction(async (tx) => {
    const { image, hidden } = await imageInPath(call, tx, projectId)
    decide(call, image, hidden)
    return work(tx, await lockImage(tx, image, hidden))
  })
}

export const imagesOps: Handlers<typeof images> = {
  image_list(call) {
    const project = call.query.project === undefined ? null : selectedProject(call)
    if (!project) call.access.onSilo(call.actor.siloId)
    return pageOf(call.page, call.sort, imagesOf(call.db, call.actor.siloId, project?.id ?? null), {
      table: 'images',
      view: imageView,
    })
  },

  async image_create(call) {
    const project = call.query.project === undefined ? undefined : selectedProject(call)
    if (!project) call.access.onSilo(call.actor.siloId)
    const { source, ...fields } = call.body
    const create = async (tx: Tx, added: AddedStorage) => {
      await lockSiloShared(tx, call.actor.siloId)
      if (project) await lockProjectShared(tx, project.id)
      const snapshot = await snapshotAsSource(tx, call, project, source.id, 'createImage')
      const { size, block_size, digest } = snapshot
      const saga_id = randomId()
      const image = await insertImage(
        tx,
        {
          ...fields,
          silo_id: call.actor.siloId,
          project_id: project?.id ?? null,
          size,
          block_size,
          digest,
          source: { kind: 'snapshot', id: snapshot.id },
          state: 'creating',
          saga_id,
        },
        call.now,
      )
      added.addImage(call.actor.siloId, size)
      call.target(image.id)
      call.mention(snapshot.id)
      await call.services.sagas.begin(tx, imageCreateSaga, { image: imageSpec(image) }, image, saga_id)
      return image.id
    }
    const id = await call.transaction((tx) => addingStorage(tx, (added) => create(tx, added)))
    return imageView(await reload(call.db, 'images', 'image', id))
  },

  async image_view(call) {
    const { image, hidden } = await imageInPath(call, call.db, projectOfSelector(call))
    decide(call, image, hidden)
    return tagged(call, imageView(image))
  },

  image_delete(call) {
    return changeImage(call, async (tx, image) => {
      call.target(image.id)
      await removeImage(tx, call.services, image)
    })
  },

  image_deletion_lock_update(call) {
    return changeImage(call, (tx, row) =>
      updateDeletionLock(call, tx, { table: 'images', row, view: imageView, creation: row.saga_id }),
    )
  },

  image_promote(call) {
    const projectId = projectOfSelector(call)
    return call.transaction(async (tx) => {
      const { image, hidden } = await imageInPath(call, tx, projectId)
      if (!image.project_id) {
        if (!call.access.siloRole) throw hidden()
        call.target(image.id)
        if (!roleSuffices(call.access.siloRole, 'collaborator')) throw forbidden()
        throw invalidRequest(`image "${image.name}" is already an image of the silo`)
      }
      decide(call, image, hidden)
      call.target(image.id)
      await lockNames(tx, 'silos', image.silo_id)
      return imageView(await moveImage(tx, await lockImage(tx, image, hidden), null, call.now))
    })
  },

  image_demote(call) {
    const project = call.selectedProject
    return call.transaction(async (tx) => {
      // Here the project is the image's new place, so a name is always that of a silo image.
      const { image, hidden } = await imageInPath(call, tx, null)
      decide(call, image, hidden)
      call.target(image.id)
      if (!project) throw notFound('project', selector(call.query.project))
      if (image.project_id) throw invalidRequest(`image "${image.name}" is already in a project`)
      await lockNames(tx, 'projects', project.id)
      await lockProjectShared(tx, project.id)
      return imageView(await moveImage(tx, await lockImage(tx, image, hidden), project.id, call.now))
    })
  },
}
