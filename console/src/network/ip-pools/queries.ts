import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import { type ListSearch, listSearch, type ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const ipPoolsSource: ListSource<'ipPoolList'> = { method: 'ipPoolList' }

export const ipPoolQuery = (pool: string) => apiQuery('ipPoolView', { path: { pool } })
export const servicePoolQuery = apiQuery('ipPoolServiceView')

export const utilizationQuery = (pool: string) =>
  apiQuery('ipPoolUtilizationView', { path: { pool } }, { secondary: true })

export const rangesQuery = (pool: string) => wholeListQuery('ipPoolRangeList', { path: { pool } })
export const serviceRangesQuery = wholeListQuery('ipPoolServiceRangeList')

export const linksQuery = (pool: string) => wholeListQuery('ipPoolSiloList', { path: { pool } })

export const siloPoolsQuery = (silo: string) => wholeListQuery('siloIpPoolList', { path: { silo } })

/** Names of silos, where the server does not say them with the links. */
export const silosQuery = wholeListQuery(
  'siloList',
  {},
  { secondary: true, expected: 'silos are then known by their ids' },
)

export const ipPoolPath = (pool: string): Path => pathTo('/system/networking/ip-pools/$pool', { pool })

interface PoolSearch extends ListSearch {
  tab?: 'silos'
}

/** Which tab of a pool is open, its ranges unless said, and how it is sorted. */
export const poolSearch = (search: Record<string, unknown>): PoolSearch => ({
  ...listSearch(search),
  ...(search.tab === 'silos' && { tab: search.tab }),
})
