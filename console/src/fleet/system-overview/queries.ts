import { apiQuery } from '~/api/queries.ts'
import { unlessLive } from '~/shell/live/live.ts'

export const systemOverviewQuery = apiQuery('systemOverview', {}, { refetchInterval: () => unlessLive(60_000) })

/** The latest entries of the audit log. */
export const latestChangesQuery = apiQuery(
  'auditLogList',
  { query: { limit: 8, sortBy: 'descending' } },
  { secondary: true },
)
