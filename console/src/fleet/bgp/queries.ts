import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const configsSource: ListSource<'networkingBgpConfigList'> = { method: 'networkingBgpConfigList' }
export const configsQuery = wholeListQuery('networkingBgpConfigList')

export const peersQuery = apiQuery('networkingBgpStatus', {}, { refetchInterval: 10_000 })

export const announceSetsQuery = apiQuery('networkingBgpAnnounceSetList')
export const announcementsQuery = (announceSet: string) =>
  apiQuery('networkingBgpAnnouncementList', { path: { announceSet } })

export const exportedQuery = apiQuery('networkingBgpExported')
export const importedQuery = (asn: number) => apiQuery('networkingBgpImportedRoutesIpv4', { query: { asn } })
export const historyQuery = (asn: number) => apiQuery('networkingBgpMessageHistory', { query: { asn } })

export const announceSetPath = (set: string): Path => pathTo('/system/networking/bgp/announce-sets/$set', { set })
