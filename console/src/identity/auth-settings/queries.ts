import { apiQuery } from '~/api/queries.ts'

export const authSettingsQuery = apiQuery('authSettingsView')
