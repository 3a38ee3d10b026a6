import { apiQuery } from '~/api/queries.ts'

/** The sign-in settings of the user's silo. */
export const authSettingsQuery = apiQuery('authSettingsView')
