import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListMethod, readPages } from '~/api/queries.ts'
import type { FilterGroup } from '~/table/quick-filter.ts'
import { failureOf } from '../page/reads.ts'
import { type ListSource, requestOf, type Row } from './list.ts'

export interface Found<T> {
  /** Rows looked through so far. */
  searched: number
  rows: readonly T[]
}

const nothing: Found<never> = { searched: 0, rows: [] }

/** Reads a list page after page for the rows that match. Yields after each. */
export async function* searchPages<M extends ListMethod>(
  source: ListSource<M>,
  matches: (row: Row<M>) => boolean,
  signal?: AbortSignal,
): AsyncGenerator<Found<Row<M>>> {
  let now: Found<Row<M>> = nothing
  for await (const items of readPages(source.method, requestOf(source), { signal })) {
    const found = items.filter(matches)
    now = { searched: now.searched + items.length, rows: [...now.rows, ...found] }
    yield now
  }
}

/** What all pages are searched for; nothing where both are missing. */
interface Wanted {
  /** Part of the name, case ignored. */
  text: string | undefined
  state: string | undefined
}

interface SearchOptions<T> {
  nameOf: (row: T) => string
  /** The group of a state has it as its key. */
  groupOf?: ((row: T) => FilterGroup) | undefined
  /** ms until the results are read again; false for never. */
  pollEvery?: ((rows: readonly T[] | undefined) => number | false) | undefined
}

/** A search by name or state over all pages of a list. Results show while it runs. */
export function useSearchAll<M extends ListMethod>(
  source: ListSource<M>,
  { text = '', state = '' }: Wanted,
  { nameOf, groupOf, pollEvery }: SearchOptions<Row<M>>,
) {
  const name = text.toLocaleLowerCase()
  const matches = (row: Row<M>) =>
    nameOf(row).toLocaleLowerCase().includes(name) && (state === '' || groupOf?.(row).key === state)
  const active = name !== '' || state !== ''
  const wanted = `${state} ${name}`
  const [progress, setProgress] = useState<{ wanted: string; found: Found<Row<M>> }>()
  const query = useQuery({
    queryKey: [source.method, requestOf(source), 'search', wanted],
    enabled: active,
    queryFn: async ({ signal }) => {
      let found: Found<Row<M>> = nothing
      for await (found of searchPages(source, matches, signal)) setProgress({ wanted, found })
      return found
    },
    refetchInterval: ({ state }) => pollEvery?.(state.data?.rows) ?? false,
  })
  const found = query.data ?? (progress?.wanted === wanted ? progress.found : nothing)
  return { ...found, query, failure: failureOf(query), active, busy: active && query.isPending }
}
