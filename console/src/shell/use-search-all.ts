import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListMethod, readPages } from '~/api/queries.ts'
import { type ListSource, requestOf, type Row } from './list.ts'

interface Progress<T> {
  searched: number
  rows: T[]
}

/** Reads all pages for names that contain `text`; case counts for nothing. What is found shows while it goes on. */
export function useSearchAll<M extends ListMethod>(source: ListSource<M>, text: string | undefined) {
  const [progress, setProgress] = useState<Progress<Row<M>>>({ searched: 0, rows: [] })
  const wanted = text?.toLocaleLowerCase() ?? ''
  const request = requestOf(source)
  const query = useQuery({
    queryKey: [source.method, request, 'search', wanted],
    enabled: wanted !== '',
    queryFn: async ({ signal }) => {
      let now: Progress<Row<M>> = { searched: 0, rows: [] }
      for await (const items of readPages(source.method, request, { signal })) {
        const found = items.filter((item) => (item as { name: string }).name.toLocaleLowerCase().includes(wanted))
        now = { searched: now.searched + items.length, rows: [...now.rows, ...found] }
        setProgress(now)
      }
      return now
    },
  })
  return { ...(query.data ?? progress), active: wanted !== '', busy: query.isPending }
}
