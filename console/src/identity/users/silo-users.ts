import type { ListSource } from '~/shell/list.ts'

/** The users of any silo, which a list sorts by id alone. */
export const siloUsersSource = (silo: string): ListSource<'siloUserList'> => ({
  method: 'siloUserList',
  query: { silo },
  sorts: ['id_ascending'],
})
