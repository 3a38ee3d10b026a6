import { apiQuery } from '~/api/queries.ts'

export const systemOverviewQuery = apiQuery('systemOverview', {}, { refetchInterval: 60_000 })

/** The latest entries of the audit log. */
export const latestChangesQuery = apiQuery(
  'auditLogList',
  { query: { limit: 8, sortBy: 'descending' } },
  { secondary: true },
)
