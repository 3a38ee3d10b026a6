import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst } from '~/api/cached-first.ts'
import { apiQuery } from '~/api/queries.ts'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { meQuery } from '~/shell/session.ts'

export const userQuery = (silo: string, user: string) =>
  apiQuery('siloUserView', { path: { userId: user }, query: { silo } })

/** What the first paint of a user of the own silo needs. The page is called by the user's name. */
export async function loadUser(context: { queryClient: QueryClient }, user: string): Promise<{ called: string }> {
  const { siloId } = await cachedFirst(context, meQuery)
  const [{ displayName }] = await Promise.all([
    cachedFirst(context, userQuery(siloId, user)),
    cachedFirst(context, policyQuery(ownSilo)),
    cachedFirst(context, peopleQueries(ownSilo.people).groups),
  ])
  return { called: displayName }
}
