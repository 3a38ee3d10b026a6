import { apiQuery } from '~/api/queries.ts'

/** Ephemeral and floating addresses of an instance. */
export const externalIpsQuery = (instance: string) =>
  apiQuery('instanceExternalIpList', { path: { instance } }, { secondary: true })
