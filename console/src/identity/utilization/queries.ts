import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import { type RangeSearch, rangeSearch } from '~/lib/time-range.ts'

export const ownUtilizationQuery = apiQuery('utilizationView')

export const siloUtilizationQuery = (silo: string) => apiQuery('siloUtilizationView', { path: { silo } })

/** The same of every silo that has quotas or is discoverable. */
export const silosUtilizationQuery = wholeListQuery('siloUtilizationList')

/** What a page of charts keeps in the URL. */
export interface ChartSearch extends RangeSearch {
  /** Name of the one project or silo that the charts are about. */
  only?: string
}

export const chartSearch = (search: Record<string, unknown>): ChartSearch => ({
  ...rangeSearch(search),
  ...(typeof search.only === 'string' && search.only !== '' && { only: search.only }),
})
