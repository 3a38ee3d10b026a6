import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { page, resultsPage, TimeAndIdSortMode } from '../paging.ts'
import { dateTime, uint, uuid } from '../values.ts'

export const SupportBundleState = z
  .enum(['collecting', 'destroying', 'failed', 'active'])
  .meta({ id: 'SupportBundleState' })
export type SupportBundleState = z.infer<typeof SupportBundleState>

export const SupportBundleInfo = z
  .object({
    id: uuid,
    reason_for_creation: z.string(),
    reason_for_failure: z.string().nullish(),
    state: SupportBundleState,
    time_created: dateTime,
  })
  .meta({ id: 'SupportBundleInfo' })
export type SupportBundleInfo = z.infer<typeof SupportBundleInfo>

export const SupportBundleFile = z
  .object({ path: z.string(), size: uint, time_modified: dateTime })
  .meta({ id: 'SupportBundleFile' })
export type SupportBundleFile = z.infer<typeof SupportBundleFile>

export const supportBundles = defineOperations({
  support_bundle_list: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/system/support-bundles',
    query: page(TimeAndIdSortMode),
    paginated: true,
    answer: [200, resultsPage(SupportBundleInfo)],
  },
  support_bundle_create: {
    tag: 'experimental',
    method: 'post',
    path: '/experimental/v1/system/support-bundles',
    answer: [201, SupportBundleInfo],
  },
  support_bundle_view: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/system/support-bundles/{bundle_id}',
    params: z.object({ bundle_id: uuid }),
    answer: [200, SupportBundleInfo],
  },
  support_bundle_delete: {
    tag: 'experimental',
    method: 'delete',
    path: '/experimental/v1/system/support-bundles/{bundle_id}',
    params: z.object({ bundle_id: uuid }),
    answer: [204],
  },
  support_bundle_download: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/system/support-bundles/{bundle_id}/download',
    params: z.object({ bundle_id: uuid }),
    answer: 'default',
  },
  support_bundle_head: {
    tag: 'experimental',
    method: 'head',
    path: '/experimental/v1/system/support-bundles/{bundle_id}/download',
    params: z.object({ bundle_id: uuid }),
    answer: 'default',
  },
  support_bundle_download_file: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/system/support-bundles/{bundle_id}/download/{file}',
    params: z.object({ bundle_id: uuid, file: z.string() }),
    answer: 'default',
  },
  support_bundle_head_file: {
    tag: 'experimental',
    method: 'head',
    path: '/experimental/v1/system/support-bundles/{bundle_id}/download/{file}',
    params: z.object({ bundle_id: uuid, file: z.string() }),
    answer: 'default',
  },
  /** The files of a bundle, by path. Beyond the wire contract. */
  support_bundle_file_list: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/system/support-bundles/{bundle_id}/files',
    params: z.object({ bundle_id: uuid }),
    answer: [200, z.array(SupportBundleFile)],
  },
  support_bundle_index: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/system/support-bundles/{bundle_id}/index',
    params: z.object({ bundle_id: uuid }),
    answer: 'default',
  },
})
