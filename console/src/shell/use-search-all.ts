import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListMethod, readPages } from '~/api/queries.ts'
import { type ListSource, requestOf, type Row } from './list.ts'
import { failureOf } from './reads.ts'

export interface Found<T> {
  /** Rows looked through so far. */
  searched: number
  rows: readonly T[]
}

const nothing: Found<never> = { searched: 0, rows: [] }

/** Reads a list page after page for rows whose name contains `text`, case ignored. Yields after each. */
export async function* searchPages<M extends ListMethod>(
  source: ListSource<M>,
  text: string,
  nameOf: (row: Row<M>) => string,
  signal?: AbortSignal,
): AsyncGenerator<Found<Row<M>>> {
  const wanted = text.toLocaleLowerCase()
  let now: Found<Row<M>> = nothing
  for await (const items of readPages(source.method, requestOf(source), { signal })) {
    const found = items.filter((item) => nameOf(item).toLocaleLowerCase().includes(wanted))
    now = { searched: now.searched + items.length, rows: [...now.rows, ...found] }
    yield now
  }
}

interface SearchOptions<T> {
  nameOf: (row: T) => string
  /** ms until the results are read again; false for never. */
  pollEvery?: ((rows: readonly T[] | undefined) => number | false) | undefined
}

/** A search by name over all pages of a list. Results show while it runs. */
export function useSearchAll<M extends ListMethod>(
  source: ListSource<M>,
  text: string | undefined,
  { nameOf, pollEvery }: SearchOptions<Row<M>>,
) {
  const wanted = text?.toLocaleLowerCase() ?? ''
  const [progress, setProgress] = useState<{ wanted: string; found: Found<Row<M>> }>()
  const query = useQuery({
    queryKey: [source.method, requestOf(source), 'search', wanted],
    enabled: wanted !== '',
    queryFn: async ({ signal }) => {
      let found: Found<Row<M>> = nothing
      for await (found of searchPages(source, wanted, nameOf, signal)) setProgress({ wanted, found })
      return found
    },
    refetchInterval: ({ state }) => pollEvery?.(state.data?.rows) ?? false,
  })
  const found = query.data ?? (progress?.wanted === wanted ? progress.found : nothing)
  return { ...found, query, failure: failureOf(query), active: wanted !== '', busy: wanted !== '' && query.isPending }
}
