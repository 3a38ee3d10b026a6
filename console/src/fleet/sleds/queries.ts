import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list.ts'
import { type Path, pathTo } from '~/shell/path.ts'

export const sledsSource: ListSource<'sledList'> = { method: 'sledList', sorts: ['id_ascending'] }

export const sledQuery = (sledId: string) => apiQuery('sledView', { path: { sledId } })

/** Every sled: for counts, estimates and choices that load after the page. */
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
