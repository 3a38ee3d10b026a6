import type { ImageFetchCreate, imageFetches } from '@skerry/contract/compute/image-fetches.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { selectedProject } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import { lockSiloShared } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, invalidValue, notFound } from '../../kernel/http/errors.ts'
import { pageOf, pageOfItems } from '../../kernel/http/paging.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { checkAddress } from './download.ts'
import { imageFetchSaga } from './image-fetch.saga.ts'
import { imageFetchView } from './image-fetch.view.ts'
import { fetchesOf, findFetch, insertFetch } from './image-fetches.repo.ts'
import type { ImageFetching } from './image-fetching.ts'

const MAX_SIZE = 1023n * 2n ** 30n

/** The fetch in the path, after its permission check. Fetches of silo images are hidden like these. */
async function fetchInPath(call: CallAt<'fetch_id'>, db: Queryable): Promise<Row<'image_fetches'>> {
  const { fetch_id: id } = call.params
  const hidden = () => notFound('image-fetch', { id })
  const fetch = await findFetch(db, call.actor.siloId, id)
  if (!fetch) throw hidden()
  if (fetch.project_id) call.access.onProject({ id: fetch.project_id, silo_id: fetch.silo_id }, hidden)
  else {
    if (!call.access.siloRole) throw hidden()
    call.access.onSilo(fetch.silo_id, hidden)
  }
  return fetch
}

/** The addresses of the file and its checksum, and the catalog's facts about the image. @throws 400 */
function sourceOf({ source, os, version }: ImageFetchCreate, { catalog }: ImageFetching) {
  const named = { os: os ?? undefined, version: version ?? undefined }
  if (source.type === 'catalog') {
    const found = catalog.find(({ name }) => name === source.image)
    if (!found) throw invalidValue('source', `the catalog has no image "${source.image}"`, { field: 'source.image' })
    const { url, checksum_url } = found
    return { url, checksum_url, checksum: null, os: named.os ?? found.os, version: named.version ?? found.version }
  }
  if (named.os === undefined || named.version === undefined)
    throw invalidRequest('os and version are required for an image that is not from the catalog')
  return { url: source.url, checksum_url: null, checksum: source.checksum, os: named.os, version: named.version }
}

function checkDiskSize(size: number | bigint | null | undefined): void {
  if (typeof size !== 'number' && typeof size !== 'bigint') return
  if (BigInt(size) > MAX_SIZE || BigInt(size) === 0n || BigInt(size) % 512n)
    throw invalidValue('size', 'must be a multiple of 512 B, and at most 1023 GiB')
}

export const imageFetchesOps: Handlers<typeof imageFetches> = {
  image_catalog_list(call) {
    call.access.onSilo(call.actor.siloId)
    return pageOfItems(call.page, call.services.imageFetching?.catalog ?? [], ({ name }) => name)
  },

  image_fetch_list(call) {
    const project = call.query.project === undefined ? null : selectedProject(call)
    if (!project) call.access.onSilo(call.actor.siloId)
    const fetches = fetchesOf(call.db, call.actor.siloId, project?.id ?? null)
    return pageOf(call.page, call.sort, fetches, { table: 'image_fetches', view: imageFetchView })
  },

  async image_fetch_create(call) {
    const project = call.query.project === undefined ? undefined : selectedProject(call)
    if (!project) call.access.onSilo(call.actor.siloId)
    const { imageFetching } = call.services
    if (!imageFetching) throw invalidRequest('this server fetches no images')
    const { name, description, size = null } = call.body
    const source = sourceOf(call.body, imageFetching)
    checkDiskSize(size)
    await checkAddress(imageFetching.outbound, source.url)
    const create = async (tx: Tx, added: AddedStorage) => {
      const [id, saga_id] = [randomId(), randomId()]
      await lockSiloShared(tx, call.actor.siloId)
      if (project) await lockProjectShared(tx, project.id)
      const owner = { silo_id: call.actor.siloId, project_id: project?.id ?? null }
      const fetch = await insertFetch(
        tx,
        { id, saga_id, name, description, requested_size: size, ...owner, ...source },
        added,
        call.now,
      )
      call.target(id)
      await call.services.sagas.begin(tx, imageFetchSaga, { fetchId: id }, owner, saga_id)
      return imageFetchView(fetch)
    }
    return call.transaction((tx) => addingStorage(tx, (added) => create(tx, added)))
  },

  image_fetch_view: async (call) => imageFetchView(await fetchInPath(call, call.db)),

  image_fetch_delete(call) {
    return call.transaction(async (tx) => {
      const { id } = await fetchInPath(call, tx)
      call.target(id)
      const deleted = await tx.deleteFrom('image_fetches').where('id', '=', id).returning('saga_id').executeTakeFirst()
      // The fetch has become an image, or another request has deleted it.
      if (!deleted) throw notFound('image-fetch', { id })
      // The saga removes the fetched file before it ends.
      if (deleted.saga_id) call.services.sagas.join(tx, deleted.saga_id)
    })
  },
}
