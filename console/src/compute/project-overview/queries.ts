import { apiQuery } from '~/api/queries.ts'
import { unlessLive } from '~/shell/live/live.ts'

/** Polls as the list of instances does while nothing moves. */
export const projectOverviewQuery = (project: string) =>
  apiQuery('projectOverview', { path: { project } }, { refetchInterval: () => unlessLive(60_000) })

/** The latest entries of its history. */
export const latestHistoryQuery = (project: string) =>
  apiQuery('projectHistoryList', { path: { project }, query: { limit: 8 } }, { secondary: true })
