import { apiQuery } from '~/api/queries.ts'

/** What is wrong may end, and something else begin, while anything of the system is looked at. */
export const issuesQuery = apiQuery('systemIssuesView', {}, { refetchInterval: 60_000 })
