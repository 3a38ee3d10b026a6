import type { ListSource } from '~/shell/list/list.ts'

export const accessTokensSource: ListSource<'currentUserAccessTokenList'> = {
  method: 'currentUserAccessTokenList',
  sorts: ['id_ascending'],
}
