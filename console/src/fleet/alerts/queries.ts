import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const receiversSource: ListSource<'alertReceiverList'> = { method: 'alertReceiverList' }

export const receiverQuery = (receiver: string) => apiQuery('alertReceiverView', { path: { receiver } })

/** Newest first. */
export const deliveriesSource = (receiver: string): ListSource<'alertDeliveryList'> => ({
  method: 'alertDeliveryList',
  path: { receiver },
  sorts: ['time_created_descending', 'time_created_ascending'],
})

/** Newest first. */
export const probesSource = (receiver: string): ListSource<'alertProbeList'> => ({
  method: 'alertProbeList',
  path: { receiver },
  sorts: ['time_created_descending', 'time_created_ascending'],
})

export const classesQuery = wholeListQuery('alertClassList')

export const receiverPath = (receiver: string): Path => pathTo('/system/alerts/$receiver/deliveries', { receiver })
