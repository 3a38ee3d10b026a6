import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { hasStatus, whereMissing } from '~/api/errors.ts'
import { apiCall, apiQuery, fetchWholeList, wholeListQuery } from '~/api/queries.ts'
import { freshFor } from '~/api/query-client.ts'
import type { CurrentUser, FleetRolePolicy } from '~/api/types.gen.ts'

const minute = 60_000

export const meQuery = apiQuery('currentUserView', {}, { staleTime: minute })
export const myGroupsQuery = queryOptions({
  ...wholeListQuery('currentUserGroups', {}, { staleTime: minute }),
  queryFn: ({ signal }) => fetchWholeList('currentUserGroups', {}, { signal }).catch(whereMissing([])),
})

/**
 * The system's policy, or null for users who may not read it and so are no fleet viewers: where the server says so
 * beforehand it is not asked. A failed request, as while the server is overloaded, leaves that unknown.
 */
export const systemPolicyQuery = queryOptions({
  queryKey: ['systemPolicyView', {}, 'or null'],
  staleTime: freshFor(minute),
  queryFn: async ({ client, signal }): Promise<FleetRolePolicy | null> => {
    if ((await client.fetchQuery(meQuery)).fleetViewer === false) return null
    return apiCall('systemPolicyView', {}, { signal, expected: 'only fleet viewers may read it' }).catch(
      (error: unknown) => {
        if (hasStatus(error, 403) || hasStatus(error, 404)) return null
        return whereMissing(null)(error)
      },
    )
  },
})

/** The user who is signed in. Only under the signed-in layout, whose loader reads it. */
export const useMe = (): CurrentUser => useSuspenseQuery(meQuery).data

/** Whether the system area is open to the user. */
export const useIsFleetViewer = (): boolean => Boolean(useQuery(systemPolicyQuery).data)
