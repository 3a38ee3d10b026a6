import { apiQuery } from '~/api/queries.ts'

export const issuesQuery = apiQuery('systemIssuesView', {}, { refetchInterval: 60_000 })
