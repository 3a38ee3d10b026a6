import { apiQuery, wholeListQuery } from '~/api/queries.ts'

export const rolesQuery = wholeListQuery('roleList')

export const roleQuery = (roleName: string) => apiQuery('roleView', { path: { roleName } })
