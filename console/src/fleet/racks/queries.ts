import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const racksSource: ListSource<'rackList'> = { method: 'rackList', sorts: ['id_ascending'] }

export const rackQuery = (rackId: string) => apiQuery('rackView', { path: { rackId } })

export const rackPath = (rackId: string): Path => pathTo('/system/inventory/racks/$rackId', { rackId })
