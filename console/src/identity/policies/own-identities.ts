import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { myGroupsQuery, useMe } from '~/shell/session.ts'

/** Whom the user's roles are given to: the user and its groups. */
export function useOwnIdentities(): ReadonlySet<string> {
  const { id: own } = useMe()
  const { data: groups } = useQuery(myGroupsQuery)
  return useMemo(() => new Set([own, ...(groups ?? []).map(({ id }) => id)]), [own, groups])
}
