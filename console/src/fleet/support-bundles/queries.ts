import { queryOptions } from '@tanstack/react-query'
import { answerOrThrow, apiQuery, callOrThrow } from '~/api/queries.ts'
import type { SupportBundleInfo } from '~/api/types.gen.ts'
import { asFailure } from '~/lib/errors.ts'
import { type ListSource, newestFirst } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const bundlesSource: ListSource<'supportBundleList'> = { method: 'supportBundleList', sorts: newestFirst }

export const bundleQuery = (bundleId: string) => apiQuery('supportBundleView', { path: { bundleId } })

export interface BundleFile {
  path: string
  /** Undefined where the server does not tell. */
  size?: number
  timeModified?: Date
}

/** The files of a collected bundle; on servers that answer only an index, their paths. */
export const filesQuery = (bundleId: string) =>
  queryOptions({
    queryKey: ['supportBundleFileList', { path: { bundleId } }],
    queryFn: ({ signal }): Promise<BundleFile[]> =>
      callOrThrow('supportBundleFileList', { path: { bundleId } }, { signal }).catch((error: unknown) => {
        if (!asFailure(error).isMissingOperation) throw error
        return readIndex(bundleId, signal)
      }),
  })

async function readIndex(bundleId: string, signal: AbortSignal): Promise<BundleFile[]> {
  const index = await callOrThrow('supportBundleIndex', { path: { bundleId } }, { signal })
  const paths = (await index.text()).split('\n').filter(Boolean)
  return paths.map((path) => ({ path }))
}

export const fileTextQuery = (bundleId: string, file: string) =>
  queryOptions({
    queryKey: ['supportBundleDownloadFile', { path: { bundleId, file } }],
    queryFn: async ({ signal }) =>
      (await callOrThrow('supportBundleDownloadFile', { path: { bundleId, file } }, { signal })).text(),
  })

export const sizeQuery = (bundleId: string) =>
  queryOptions({
    queryKey: ['supportBundleHead', { path: { bundleId } }],
    queryFn: async ({ signal }) => {
      const { headers } = await answerOrThrow('supportBundleHead', { path: { bundleId } }, { signal })
      return Number(headers.get('content-length'))
    },
  })

export const bundlePath = (bundle: string): Path => pathTo('/system/support-bundles/$bundle', { bundle })

/** The beginning of a bundle's id, as its name. */
export const bundleName = ({ id }: Pick<SupportBundleInfo, 'id'>): string => id.slice(0, 8)
