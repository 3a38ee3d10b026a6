import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const sledsSource: ListSource<'sledList'> = { method: 'sledList', sorts: ['id_ascending'] }

export const sledQuery = (sledId: string) => apiQuery('sledView', { path: { sledId } })

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
