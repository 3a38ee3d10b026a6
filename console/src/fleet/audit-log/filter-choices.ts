import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { routes } from '~/api/operations.gen.ts'
import { operatorRoutes } from '~/api/operator-routes.gen.ts'
import { wholeListQuery } from '~/api/queries.ts'
import type { ListItem } from '~/form/listbox.tsx'
import { snakeCase } from '~/lib/format/case.ts'

/** The log records changes and downloads, no other reads. */
const operations: readonly ListItem[] = Object.entries({ ...routes, ...operatorRoutes })
  .filter(([, route]) => !route.startsWith('GET ') || route.endsWith(' blob'))
  .map(([method]) => ({ value: snakeCase(method), label: snakeCase(method) }))
  .toSorted((one, other) => (one.label < other.label ? -1 : 1))

const named = (things: readonly { id: string; name: string }[] | undefined): ListItem[] | undefined =>
  things
    ?.map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

/** The names to choose from. @param silo id of the chosen one, whose users are then the actors; else those of the own */
export function useFilterChoices(silo: string) {
  const silos = useQuery(wholeListQuery('siloList')).data
  const own = useQuery(wholeListQuery('userList', {}, { enabled: silo === '' })).data
  const theirs = useQuery(wholeListQuery('siloUserList', { query: { silo } }, { enabled: silo !== '' })).data
  const users = silo === '' ? own : theirs
  return {
    operation: operations,
    silo: useMemo(() => named(silos), [silos]),
    actor: useMemo(() => named(users?.map(({ id, displayName }) => ({ id, name: displayName }))), [users]),
  }
}
