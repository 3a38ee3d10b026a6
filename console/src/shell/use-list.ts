import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ConnectionError } from '~/api/errors.ts'
import type { ListMethod } from '~/api/queries.ts'
import type { PageSize } from '~/table/pagination.tsx'
import type { Sort } from '~/table/sort.ts'
import {
  listPageQuery,
  type ListSearch,
  type ListSource,
  type Paging,
  pageSizeOf,
  type Row,
  sortOf,
  sortSearch,
} from './list.ts'

/** A query that has shown its rows once keeps them when a later reading fails. */
const leadsToErrorPage = (error: Error, query: { state: { data: unknown } }) =>
  query.state.data === undefined && !(error instanceof ConnectionError)

/** The page of a list on screen: its rows, its place in the list, and the ways on. */
export function useList<M extends ListMethod>(
  source: ListSource<M>,
  pollEvery?: (rows: readonly Row<M>[] | undefined) => number | false,
) {
  const search = useSearch({ strict: false }) as ListSearch
  const paging = useRouterState({ select: (state) => state.location.state.paging }) ?? {}
  const navigate = useNavigate()
  const query = useQuery({
    ...listPageQuery(source, search, paging),
    placeholderData: keepPreviousData,
    throwOnError: leadsToErrorPage,
    refetchInterval: (asked) => pollEvery?.(itemsOf<M>(asked.state.data)) ?? false,
  })
  const nextToken = (query.data as { nextPage?: string | null } | undefined)?.nextPage || undefined
  useTopOnTurn(paging, query.isPlaceholderData)

  const turn = (next: Paging) =>
    void navigate({ to: '.', search: true, state: (now: object) => ({ ...now, paging: next }) })
  const { token, stack = [] } = paging
  return {
    search,
    query,
    rows: itemsOf<M>(query.data),
    /** All rows are here, so that the browser can sort them by anything. */
    isWhole: !token && !nextToken && !query.isPlaceholderData,
    hasMore: nextToken !== undefined,
    sort: sortOf(source, search),
    setSort: (sort: Sort) =>
      void navigate({
        to: '.',
        search: (now: ListSearch) => ({ ...now, sort: sortSearch(source, sort) }),
        state: (now: object) => ({ ...now, paging: { size: pageSizeOf(paging) } }),
        replace: true,
      }),
    setSearched: (q: string | undefined) =>
      void navigate({ to: '.', search: (now: ListSearch) => ({ ...now, q }), state: true, replace: true }),
    pagination: {
      pageSize: pageSizeOf(paging),
      onPageSize: (size: PageSize) => turn({ size }),
      onPrev:
        token === undefined ? undefined : () => turn({ ...paging, token: stack.at(-1), stack: stack.slice(0, -1) }),
      onNext:
        nextToken === undefined
          ? undefined
          : () => turn({ ...paging, token: nextToken, stack: [...stack, token ?? ''] }),
      busy: query.isPlaceholderData,
    },
  }
}

const itemsOf = <M extends ListMethod>(page: unknown): Row<M>[] | undefined =>
  (page as { items: Row<M>[] } | undefined)?.items

/** Another page of the list begins at its top, once its rows are there. */
function useTopOnTurn({ token = '', size }: Paging, isWaiting: boolean): void {
  const shown = useRef(`${token} ${size}`)
  useEffect(() => {
    if (isWaiting || shown.current === `${token} ${size}`) return
    shown.current = `${token} ${size}`
    document.querySelector('#main')?.scrollTo(0, 0)
  }, [token, size, isWaiting])
}
