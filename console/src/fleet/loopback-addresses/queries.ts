import { wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list.ts'

export const loopbacksSource: ListSource<'networkingLoopbackAddressList'> = {
  method: 'networkingLoopbackAddressList',
  sorts: ['id_ascending'],
}

/** The racks that a loopback address can be in. */
export const racksQuery = wholeListQuery('rackList')
