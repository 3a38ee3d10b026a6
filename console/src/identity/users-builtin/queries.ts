import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'

/** Accounts that the system keeps for itself, which a list sorts by name. */
export const builtinUsersSource: ListSource<'userBuiltinList'> = {
  method: 'userBuiltinList',
  sorts: ['name_ascending'],
}

export const builtinUserQuery = (user: string) => apiQuery('userBuiltinView', { path: { user } })
