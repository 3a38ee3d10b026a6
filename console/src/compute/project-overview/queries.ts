import { apiQuery } from '~/api/queries.ts'

/** Polls as the list of instances does while nothing moves. */
export const projectOverviewQuery = (project: string) =>
  apiQuery('projectOverview', { path: { project } }, { refetchInterval: 60_000 })
