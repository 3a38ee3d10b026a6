import { apiQuery } from '~/api/queries.ts'
import { unlessLive } from '../live/live.ts'

export const issuesQuery = apiQuery('systemIssuesView', {}, { refetchInterval: () => unlessLive(60_000) })
