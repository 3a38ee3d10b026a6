import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list.ts'
import { type Path, pathTo } from '~/shell/path.ts'

// Apart from the pages that show them: what a loader needs is loaded at once, a page only when it is opened.
export const sledsSource: ListSource<'sledList'> = { method: 'sledList', sorts: ['id_ascending'] }

export const sledQuery = (sledId: string) => apiQuery('sledView', { path: { sledId } })

/** Every sled: for counts, estimates and choices, which come after the page. */
export const sledsQuery = wholeListQuery('sledList', {}, { secondary: true })

export const uninitializedSledsQuery = wholeListQuery('sledListUninitialized')

export const sledInstancesSource = (sledId: string): ListSource<'sledInstanceList'> => ({
  method: 'sledInstanceList',
  path: { sledId },
  sorts: ['id_ascending'],
})

export const sledDisksSource = (sledId: string): ListSource<'sledPhysicalDiskList'> => ({
  method: 'sledPhysicalDiskList',
  path: { sledId },
  sorts: ['id_ascending'],
})

export const sledPath = (sledId: string): Path => pathTo('/system/inventory/sleds/$sledId/instances', { sledId })
