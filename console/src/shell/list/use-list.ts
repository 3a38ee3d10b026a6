import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ConnectionError } from '~/api/errors.ts'
import type { ListMethod } from '~/api/queries.ts'
import type { Sort } from '~/table/sort.ts'
import {
  isTokenRefused,
  listPageQuery,
  type ListSearch,
  type ListSource,
  nextPage,
  type Paging,
  type PageSize,
  pageSizeOf,
  pageSizes,
  previousPage,
  type Row,
  sortOf,
  sortSearch,
} from './list.ts'

/** The page of a list on screen: its rows, its place in the list, and navigation. */
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
    // A query that has shown its rows once keeps them when a later reading fails.
    throwOnError: (error, { state }) =>
      state.data === undefined && !(error instanceof ConnectionError) && !isTokenRefused(error, paging),
    // Under a search its rows are not on screen.
    refetchInterval: (asked) => (!search.q && !search.state && pollEvery?.(itemsOf<M>(asked.state.data))) || false,
  })
  const nextToken = query.isPlaceholderData
    ? undefined
    : (query.data as { nextPage?: string | null } | undefined)?.nextPage || undefined
  useTopOnTurn(paging, query.isPlaceholderData)

  const turn = (next: Paging, replace = false) =>
    void navigate({ to: '.', search: true, state: (now: object) => ({ ...now, paging: next }), replace })
  const previous = previousPage(paging)
  const rows = itemsOf<M>(query.data)
  const isEmptied = rows?.length === 0 && !query.isFetching
  const leaveEmptied = useEffectEvent(() => {
    if (previous) turn(previous, true)
  })
  // A page whose last row was deleted is left for the one before.
  useEffect(() => {
    if (isEmptied) leaveEmptied()
  }, [isEmptied, paging.token])

  const { size } = paging
  const isRefused = isTokenRefused(query.error, paging)
  const startOver = useEffectEvent(() => turn(size ? { size } : {}, true))
  useEffect(() => {
    if (isRefused) startOver()
  }, [isRefused])

  return {
    search,
    query,
    rows,
    /** All rows are here: the browser can sort them by any column. */
    isWhole: !previous && !nextToken && !query.isPlaceholderData,
    sort: sortOf(source, search),
    setSort: (sort: Sort) =>
      void navigate({
        to: '.',
        search: (now: ListSearch) => ({ ...now, sort: sortSearch(source, sort) }),
        state: (now: object) => ({ ...now, paging: { size: pageSizeOf(paging) } }),
        replace: true,
      }),
    setSearched: (q: string | undefined) =>
      void navigate({
        to: '.',
        search: (now: ListSearch) => ({ ...now, q, state: undefined }),
        state: true,
        replace: true,
      }),
    pagination: {
      pageSize: pageSizeOf(paging),
      pageSizes,
      onPageSize: (size: PageSize) => turn({ size }),
      onPrev: previous && (() => turn(previous)),
      onNext: nextToken === undefined ? undefined : () => turn(nextPage(paging, nextToken)),
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
