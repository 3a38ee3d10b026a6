import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { apiQuery } from '~/api/queries.ts'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { loadOwnSilo } from '~/shell/access/roles.ts'
import { meQuery } from '~/shell/access/session.ts'

export const userQuery = (silo: string, user: string) =>
  apiQuery('siloUserView', { path: { userId: user }, query: { silo } })

/** The users of any silo. */
export async function loadSiloUsers(context: { queryClient: QueryClient }, silo: string): Promise<void> {
  const { id } = await cachedFirst(context, siloQuery(silo))
  await cachedFirst(context, peopleQueries({ silo: id }).users)
}

/** What the first paint of a user of the own silo needs. The page is called by the user's name. */
export async function loadUser(context: { queryClient: QueryClient }, user: string): Promise<{ title: string }> {
  const { siloId } = await cachedFirst(context, meQuery)
  const [{ displayName }] = await Promise.all([
    cachedFirst(context, userQuery(siloId, user)),
    cachedFirstIfOffered(context, policyQuery(ownSilo)),
    cachedFirstIfOffered(context, peopleQueries(ownSilo.people).groups),
    loadOwnSilo(context),
  ])
  return { title: displayName }
}
