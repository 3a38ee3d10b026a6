import { z } from 'zod'
import { DeletionLockUpdate, deletionLock } from '../deletion-lock.ts'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { maxDescriptionLength } from '../rules/names.ts'
import { ByteCount, identity, NameOrId, newIdentity, uuid } from '../values.ts'

export const Digest = z.object({ type: z.literal('sha256'), value: z.string() }).meta({ id: 'Digest' })
export type Digest = z.infer<typeof Digest>

export const Image = z
  .object({
    ...identity,
    block_size: ByteCount,
    ...deletionLock,
    digest: Digest.nullish(),
    os: z.string(),
    project_id: uuid.nullish(),
    size: ByteCount,
    version: z.string(),
  })
  .meta({ id: 'Image' })
export type Image = z.infer<typeof Image>

export const ImageSource = z.object({ type: z.literal('snapshot'), id: uuid }).meta({ id: 'ImageSource' })
export type ImageSource = z.infer<typeof ImageSource>

/** Every list of images has these. */
export const ImageLabel = z.string().max(maxDescriptionLength, `must be at most ${maxDescriptionLength} characters`)

export const ImageCreate = z
  .object({ ...newIdentity, os: ImageLabel, source: ImageSource, version: ImageLabel })
  .meta({ id: 'ImageCreate' })
export type ImageCreate = z.infer<typeof ImageCreate>

export const images = defineOperations({
  image_list: {
    tag: 'images',
    method: 'get',
    path: '/v1/images',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    // Each has three texts of up to 512 characters.
    maxLimit: 400,
    answer: [200, resultsPage(Image)],
  },
  image_create: {
    tag: 'images',
    method: 'post',
    path: '/v1/images',
    query: z.object({ project: NameOrId.optional() }),
    body: ImageCreate,
    answer: [201, Image],
  },
  image_view: {
    tag: 'images',
    method: 'get',
    path: '/v1/images/{image}',
    params: z.object({ image: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, Image],
  },
  image_delete: {
    tag: 'images',
    method: 'delete',
    path: '/v1/images/{image}',
    params: z.object({ image: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  image_deletion_lock_update: {
    tag: 'images',
    method: 'put',
    path: '/v1/images/{image}/deletion-lock',
    params: z.object({ image: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: DeletionLockUpdate,
    answer: [200, Image],
  },
  image_demote: {
    tag: 'images',
    method: 'post',
    path: '/v1/images/{image}/demote',
    params: z.object({ image: NameOrId }),
    query: z.object({ project: NameOrId }),
    answer: [202, Image],
  },
  image_promote: {
    tag: 'images',
    method: 'post',
    path: '/v1/images/{image}/promote',
    params: z.object({ image: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [202, Image],
  },
})
