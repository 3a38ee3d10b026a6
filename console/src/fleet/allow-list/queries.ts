import { apiQuery } from '~/api/queries.ts'

export const allowListQuery = apiQuery('networkingAllowListView')
