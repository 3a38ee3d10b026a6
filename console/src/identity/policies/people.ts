import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchWholeList, secondary } from '~/api/queries.ts'
import { freshFor } from '~/api/query-client.ts'
import type { Group, Silo, User } from '~/api/types.gen.ts'
import { fetchEverySilo } from '~/identity/silos/queries.ts'
import { compareWords } from '~/lib/format/words.ts'
import { failureOf } from '~/shell/page/reads.ts'
import type { ReadFailure } from '~/ui/read-failure.tsx'

/** Whose users and groups can be given a role: those of the user's silo, of the silo with this id, or of every silo. */
export type PeopleOf = 'own silo' | 'all silos' | { silo: string }

const staleTime = freshFor(10_000)

/** Sorts users and groups, which the API lists by id alone. */
export const byDisplayName = (one: { displayName: string }, other: { displayName: string }): number =>
  compareWords(one.displayName, other.displayName)

/** A user; of which silo, where users of several are together: their names may be the same. */
export type Person = User & { siloName?: string }

async function fetchUsersOfAllSilos(signal: AbortSignal): Promise<Person[]> {
  const silos = await fetchEverySilo(signal)
  const usersOf = async ({ id, name }: Silo) => {
    const list = () => fetchWholeList('siloUserList', { query: { silo: id } }, { signal })
    return (await secondary(list)).map((user) => ({ ...user, siloName: name }))
  }
  return (await Promise.all(silos.map(usersOf))).flat()
}

async function fetchUsers(of: PeopleOf, signal: AbortSignal): Promise<Person[]> {
  if (of === 'own silo') return fetchWholeList('userList', {}, { signal })
  if (of === 'all silos') return fetchUsersOfAllSilos(signal)
  return fetchWholeList('siloUserList', { query: of }, { signal })
}

/** All users by name, by any of the operations that list them. The API lists the groups of the user's own silo alone. */
export const peopleQueries = (of: PeopleOf) => ({
  users: queryOptions({
    queryKey: [of === 'own silo' ? 'userList' : 'siloUserList', of, 'everybody'],
    ...(of === 'all silos' && { meta: { reads: ['siloUserList', 'siloList'] } }),
    staleTime,
    queryFn: async ({ signal }) => (await fetchUsers(of, signal)).toSorted(byDisplayName),
  }),
  groups: queryOptions({
    queryKey: ['groupList', 'every group'],
    staleTime,
    queryFn: async ({ signal }): Promise<Group[]> =>
      (await fetchWholeList('groupList', {}, { signal })).toSorted(byDisplayName),
  }),
})

export interface People {
  /** Undefined until they are read. */
  users: readonly Person[] | undefined
  groups: readonly Group[] | undefined
  /** Why some have no names. */
  failure: ReadFailure | undefined
}

export function usePeople(of: PeopleOf): People {
  const queries = peopleQueries(of)
  const users = useQuery(queries.users)
  const groups = useQuery(queries.groups)
  const silo = typeof of === 'object' ? of.silo : undefined
  return {
    users: users.data,
    groups: groups.data?.filter(({ siloId }) => silo === undefined || siloId === silo),
    failure: failureOf(users, groups),
  }
}
