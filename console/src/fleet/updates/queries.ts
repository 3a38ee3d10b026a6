import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const targetReleaseQuery = apiQuery('targetReleaseView')

export const repositoryQuery = (systemVersion: string) =>
  apiQuery('systemUpdateGetRepository', { path: { systemVersion } })

export const releasePath = (version: string): Path => pathTo('/system/updates/$version', { version })

export const trustRootsSource: ListSource<'systemUpdateTrustRootList'> = {
  method: 'systemUpdateTrustRootList',
  sorts: ['id_ascending'],
}

export const trustRootQuery = (trustRootId: string) => apiQuery('systemUpdateTrustRootView', { path: { trustRootId } })
