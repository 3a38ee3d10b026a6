import { queryOptions } from '@tanstack/react-query'
import { hasStatus, whereMissing } from '~/api/errors.ts'
import { apiCall, apiQuery, fetchWholeList, secondary } from '~/api/queries.ts'
import type { Silo } from '~/api/types.gen.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const silosSource: ListSource<'siloList'> = { method: 'siloList' }

export const siloQuery = (silo: string) => apiQuery('siloView', { path: { silo } })

export const siloPath = (silo: string): Path => pathTo('/system/silos/$silo/idps', { silo })

/**
 * Every silo. The list omits those that are not discoverable: they are found by their quotas, and viewed one by one.
 */
export async function fetchEverySilo(signal: AbortSignal): Promise<Silo[]> {
  const [listed, quotas] = await Promise.all([
    fetchWholeList('siloList', {}, { signal }),
    fetchWholeList('systemQuotasList', {}, { signal }).catch(whereMissing([])),
  ])
  const known = new Set(listed.map(({ id }) => id))
  const hidden = quotas.map(({ siloId }) => siloId).filter((id) => !known.has(id))
  const viewed = hidden.map((silo) =>
    secondary(() => apiCall('siloView', { path: { silo } }, { signal, expected: 'it may be deleted' })).catch(
      (error: unknown) => {
        if (hasStatus(error, 404)) return []
        throw error
      },
    ),
  )
  return [...listed, ...(await Promise.all(viewed)).flat()]
}

export const everySiloQuery = queryOptions({
  queryKey: ['siloList', 'every silo'],
  meta: { reads: ['siloList', 'siloView', 'systemQuotasList'] },
  queryFn: ({ signal }) => fetchEverySilo(signal),
})
