import { apiQuery, wholeListQuery } from '~/api/queries.ts'

/** Ephemeral and floating addresses of an instance. */
export const externalIpsQuery = (instance: string) =>
  apiQuery('instanceExternalIpList', { path: { instance } }, { secondary: true })

/** The floating IPs of a project, to choose from. */
export const floatingIpsQuery = (project: string) =>
  wholeListQuery('floatingIpList', { query: { project } }, { secondary: true })
