import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'

export const groupQuery = (group: string) => apiQuery('groupView', { path: { groupId: group } })

/** All members of a group. */
export const membersQuery = (group: string) => wholeListQuery('userList', { query: { group } }, { staleTime: 10_000 })

/** What the first paint of a group needs. The page is called by the group's name. */
export async function loadGroup(context: { queryClient: QueryClient }, group: string): Promise<{ title: string }> {
  const [{ displayName }] = await Promise.all([
    cachedFirst(context, groupQuery(group)),
    cachedFirstIfOffered(context, policyQuery(ownSilo)),
    cachedFirstIfOffered(context, membersQuery(group)),
  ])
  return { title: displayName }
}
