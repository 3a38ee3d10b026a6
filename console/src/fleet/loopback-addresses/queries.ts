import { wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'

export const loopbacksSource: ListSource<'networkingLoopbackAddressList'> = {
  method: 'networkingLoopbackAddressList',
  sorts: ['id_ascending'],
}

export const racksQuery = wholeListQuery('rackList')
