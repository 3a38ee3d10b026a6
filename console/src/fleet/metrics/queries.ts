import { queryOptions } from '@tanstack/react-query'
import { apiCall, wholeListQuery } from '~/api/queries.ts'

export const schemasQuery = wholeListQuery('systemTimeseriesSchemaList')

/** What the explorer keeps in the URL: the query that was run. */
export interface ExplorerSearch {
  query?: string
}

/** For the route's `validateSearch`. */
export const explorerSearch = ({ query }: Record<string, unknown>): ExplorerSearch =>
  typeof query === 'string' && query ? { query } : {}

/** The answer to a query of a project, or of the whole system. A syntax error is an answer too. */
export const oxqlQuery = (project: string | undefined, query: string) =>
  queryOptions({
    queryKey: [project === undefined ? 'systemTimeseriesQuery' : 'timeseriesQuery', { project, query }] as const,
    queryFn: ({ signal }) => {
      const options = { signal, expected: 'the query may be wrong' }
      return project === undefined
        ? apiCall('systemTimeseriesQuery', { body: { query } }, options)
        : apiCall('timeseriesQuery', { query: { project }, body: { query } }, options)
    },
  })
