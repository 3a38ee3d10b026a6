import { apiQueryOrNull, wholeListQuery } from '~/api/queries.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const allQuotasQuery = wholeListQuery('systemQuotasList')

/** A silo that no list names: one without quotas that is not discoverable. */
export const unlistedSiloQuery = (silo: string) => apiQueryOrNull('siloView', { path: { silo } }, { secondary: true })

export const siloQuotasPath = (silo: string): Path => pathTo('/system/silos/$silo/quotas', { silo })
