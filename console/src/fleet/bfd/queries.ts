import { apiQuery } from '~/api/queries.ts'

export const sessionsQuery = apiQuery('networkingBfdStatus', {}, { refetchInterval: 10_000 })
