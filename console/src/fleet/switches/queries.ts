import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const switchesSource: ListSource<'switchList'> = { method: 'switchList', sorts: ['id_ascending'] }

export const switchQuery = (switchId: string) => apiQuery('switchView', { path: { switchId } })

/** Every switch: for counts and pictures, which come after the page. */
export const switchesQuery = wholeListQuery('switchList', {}, { secondary: true })

export const switchPath = (switchId: string): Path => pathTo('/system/inventory/switches/$switchId', { switchId })
