import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { loadOwnSilo } from '~/shell/access/roles.ts'
import { loadPolicy, ownSilo, policyQuery, projectHolder } from './policies/holders.ts'
import { peopleQueries } from './policies/people.ts'

export { loadGroup } from './groups/queries.ts'
export { loadUser } from './users/queries.ts'

interface Context {
  queryClient: QueryClient
}

export const loadOwnPolicy = (context: Context) => loadPolicy(context, ownSilo)

export const loadProjectPolicy = (context: Context, project: string) => loadPolicy(context, projectHolder(project))

/** What the first paint of the silo's users needs. */
export async function loadOwnUsers(context: Context): Promise<void> {
  const people = peopleQueries(ownSilo.people)
  await Promise.all([
    cachedFirstIfOffered(context, policyQuery(ownSilo)),
    cachedFirst(context, people.users),
    cachedFirstIfOffered(context, people.groups),
    loadOwnSilo(context),
  ])
}

/** What the first paint of the silo's groups needs. */
export async function loadOwnGroups(context: Context): Promise<void> {
  const people = peopleQueries(ownSilo.people)
  await Promise.all([cachedFirstIfOffered(context, policyQuery(ownSilo)), cachedFirst(context, people.groups)])
}
