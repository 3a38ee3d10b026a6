import { apiQuery, wholeListQuery } from '~/api/queries.ts'

export const externalIpsQuery = (instance: string) =>
  apiQuery('instanceExternalIpList', { path: { instance } }, { secondary: true })

export const floatingIpsQuery = (project: string) =>
  wholeListQuery('floatingIpList', { query: { project } }, { secondary: true })
