import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'

export const physicalDisksSource: ListSource<'physicalDiskList'> = {
  method: 'physicalDiskList',
  sorts: ['id_ascending'],
}

export const physicalDiskQuery = (diskId: string) => apiQuery('physicalDiskView', { path: { diskId } })
