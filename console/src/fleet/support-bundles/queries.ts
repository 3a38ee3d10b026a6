import { queryOptions } from '@tanstack/react-query'
import { answerOrThrow, apiQuery, callOrThrow } from '~/api/queries.ts'
import type { SupportBundleInfo } from '~/api/types.gen.ts'
import { type ListSource, newestFirst } from '~/shell/list.ts'
import { type Path, pathTo } from '~/shell/path.ts'

export const bundlesSource: ListSource<'supportBundleList'> = { method: 'supportBundleList', sorts: newestFirst }

export const bundleQuery = (bundleId: string) => apiQuery('supportBundleView', { path: { bundleId } })

/** Paths of the files of a bundle that is collected. */
export const indexQuery = (bundleId: string) =>
  queryOptions({
    queryKey: ['supportBundleIndex', { path: { bundleId } }],
    queryFn: async ({ signal }) => {
      const index = await callOrThrow('supportBundleIndex', { path: { bundleId } }, { signal })
      return (await index.text()).split('\n').filter(Boolean)
    },
  })

/** Bytes of the whole file of one. */
export const sizeQuery = (bundleId: string) =>
  queryOptions({
    queryKey: ['supportBundleHead', { path: { bundleId } }],
    queryFn: async ({ signal }) => {
      const { headers } = await answerOrThrow('supportBundleHead', { path: { bundleId } }, { signal })
      return Number(headers.get('content-length'))
    },
  })

export const bundlePath = (bundle: string): Path => pathTo('/system/support-bundles/$bundle', { bundle })

/** What a bundle is called where there is no room for its id. */
export const bundleName = ({ id }: Pick<SupportBundleInfo, 'id'>): string => id.slice(0, 8)
