import { apiQuery } from '~/api/queries.ts'

/** What is wrong may end, and something else begin, while the page is looked at. */
export const issuesQuery = apiQuery('systemIssuesView', {}, { refetchInterval: 30_000 })
