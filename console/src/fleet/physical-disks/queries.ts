import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list.ts'

// Apart from the pages that show them: what a loader needs is loaded at once, a page only when it is opened.
export const physicalDisksSource: ListSource<'physicalDiskList'> = {
  method: 'physicalDiskList',
  sorts: ['id_ascending'],
}

export const physicalDiskQuery = (diskId: string) => apiQuery('physicalDiskView', { path: { diskId } })
