import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { page, resultsPage, TimeAndIdSortMode, unsortedPage } from '../paging.ts'
import { imageFetchStates } from '../rules/image-fetches.ts'
import { bounded, ByteCount, identity, NameOrId, newIdentity, uri, uuid } from '../values.ts'
import { ImageLabel } from './images.ts'

export const ImageArchitecture = z.enum(['amd64', 'arm64']).meta({ id: 'ImageArchitecture' })
export type ImageArchitecture = z.infer<typeof ImageArchitecture>

/** A published image that the server can fetch. */
export const CatalogImage = z
  .object({
    name: z.string(),
    os: z.string(),
    version: z.string(),
    architecture: ImageArchitecture,
    url: z.string(),
    checksum_url: z.string(),
  })
  .meta({ id: 'CatalogImage' })
export type CatalogImage = z.infer<typeof CatalogImage>

const hex = (digits: number) =>
  bounded(digits)
    .regex(new RegExp(`^[0-9a-fA-F]{${digits}}$`), `must be ${digits} hexadecimal digits`)
    .overwrite((value) => value.toLowerCase())

export const ImageChecksum = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('sha256'), value: hex(64) }),
    z.object({ type: z.literal('sha512'), value: hex(128) }),
  ])
  .meta({ id: 'ImageChecksum' })
export type ImageChecksum = z.infer<typeof ImageChecksum>

export const ImageFetchSource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('catalog'), image: bounded(63) }),
    z.object({ type: z.literal('url'), url: uri, checksum: ImageChecksum }),
  ])
  .meta({ id: 'ImageFetchSource' })
export type ImageFetchSource = z.infer<typeof ImageFetchSource>

export const ImageFetchState = z.enum(imageFetchStates).meta({ id: 'ImageFetchState' })
export type ImageFetchState = z.infer<typeof ImageFetchState>

/** An image while the server fetches it, and after that failed. The image that it becomes has the same id. */
export const ImageFetch = z
  .object({
    ...identity,
    project_id: uuid.nullish(),
    os: z.string(),
    version: z.string(),
    url: z.string(),
    /** That which was asked for; null for an image of the catalog, whose publisher has it. */
    checksum: ImageChecksum.nullish(),
    /** Null for the size of the disk in the file. */
    requested_size: ByteCount.nullish(),
    /** Of the image: the requested one, or that of the disk in the file, null until it is known. */
    size: ByteCount.nullish(),
    state: ImageFetchState,
    bytes_received: ByteCount,
    bytes_total: ByteCount.nullish(),
    reason_for_failure: z.string().nullish(),
    /** Why the last attempt failed, while it is tried again. */
    retry_reason: z.string().nullish(),
  })
  .meta({ id: 'ImageFetch' })
export type ImageFetch = z.infer<typeof ImageFetch>

/**
 * Without `os` and `version`, those of the catalog. Without `size`, that of the disk in the image. The checksum is that of
 * the file as it comes, which may be compressed with gzip, xz, zstd or bzip2.
 */
export const ImageFetchCreate = z
  .object({
    ...newIdentity,
    os: ImageLabel.nullish(),
    version: ImageLabel.nullish(),
    size: ByteCount.nullish(),
    source: ImageFetchSource,
  })
  .meta({ id: 'ImageFetchCreate' })
export type ImageFetchCreate = z.infer<typeof ImageFetchCreate>

/** Images that the server fetches itself. Beyond the wire contract. */
export const imageFetches = defineOperations({
  image_catalog_list: {
    tag: 'images',
    method: 'get',
    path: '/v1/image-catalog',
    query: unsortedPage(),
    paginated: true,
    answer: [200, resultsPage(CatalogImage)],
  },
  image_fetch_list: {
    tag: 'images',
    method: 'get',
    path: '/v1/image-fetches',
    query: page(TimeAndIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    // Each has an address of up to 2048 characters, and four texts of up to 512.
    maxLimit: 200,
    answer: [200, resultsPage(ImageFetch)],
  },
  image_fetch_create: {
    tag: 'images',
    method: 'post',
    path: '/v1/image-fetches',
    query: z.object({ project: NameOrId.optional() }),
    body: ImageFetchCreate,
    answer: [201, ImageFetch],
  },
  image_fetch_view: {
    tag: 'images',
    method: 'get',
    path: '/v1/image-fetches/{fetch_id}',
    params: z.object({ fetch_id: uuid }),
    answer: [200, ImageFetch],
  },
  /** Cancels a running fetch, which leaves nothing, and removes a failed one from the list. */
  image_fetch_delete: {
    tag: 'images',
    method: 'delete',
    path: '/v1/image-fetches/{fetch_id}',
    params: z.object({ fetch_id: uuid }),
    answer: [204],
  },
})
