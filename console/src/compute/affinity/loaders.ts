import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { affinity, antiAffinity, type GroupKind } from './kinds.ts'
import { groupQuery, groupsQuery, membersQuery } from './queries.ts'

interface Context {
  queryClient: QueryClient
}

export const loadGroups = (context: Context, project: string) =>
  Promise.all([
    cachedFirst(context, groupsQuery(antiAffinity, project)),
    cachedFirstIfOffered(context, groupsQuery(affinity, project)),
  ])

const kindOf = (key: GroupKind['key']) => (key === 'affinity' ? affinity : antiAffinity)

/** What the first paint of a group's page needs. */
export const loadGroup = (context: Context, key: GroupKind['key'], project: string, group: string) =>
  Promise.all([
    cachedFirst(context, groupQuery(kindOf(key), project, group)),
    cachedFirst(context, membersQuery(kindOf(key), project, group)),
  ])

/** For its form, which begins with what the server has now. */
export const fetchGroup = ({ queryClient }: Context, key: GroupKind['key'], project: string, group: string) =>
  queryClient.fetchQuery(groupQuery(kindOf(key), project, group))
