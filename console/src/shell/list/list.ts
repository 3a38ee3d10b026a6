import type { QueryClient } from '@tanstack/react-query'
import { hasStatus } from '~/api/errors.ts'
import { apiQuery, type ItemOf, type ListMethod, type RequestOf } from '~/api/queries.ts'
import { type Sort, sortFromText, sortToText } from '~/table/sort.ts'

export const pageSizes = [50, 100, 200] as const
/** Facts on the card of a thing, whose page has the others. */
export const cardFacts = 3
export type PageSize = (typeof pageSizes)[number]

/** Where in a paged list the reader is. It lives in history state, so that reload and back keep it. */
export interface Paging {
  /** Absent on the first page. */
  token?: string
  /** Tokens of the pages before this one; the first page's is empty. */
  stack?: readonly string[]
  size?: PageSize
}

/** What a list keeps in the URL. */
export interface ListSearch {
  sort?: string
  /** Text searched for in the names on all pages. */
  q?: string
  /** The state that all pages are searched for. */
  state?: string
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** For a list route's `validateSearch`. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const [sort, q, state] = [text(search.sort), text(search.q), text(search.state)]
  return { ...(sort && sortFromText(sort) && { sort }), ...(q && { q }), ...(state && { state }) }
}

/** A list of the API, as a screen names it. */
export interface ListSource<M extends ListMethod> {
  method: M
  /** Selectors: `{ project }`. */
  query?: Omit<NonNullable<RequestOf<M>['query']>, 'limit' | 'pageToken' | 'sortBy'>
  /** Parameters of the list's own path. */
  path?: Readonly<Record<string, string>>
  /** Sorts the API knows, the default first; name and id unless said, `newestFirst` for lists by time. */
  sorts?: readonly string[]
}

/** The place of the page after the one at `paging`. @param nextToken as that page's answer has it. */
export const nextPage = ({ token, stack = [], size }: Paging, nextToken: string): Paging => ({
  token: nextToken,
  stack: [...stack, token ?? ''],
  size,
})

/** The place of the page before; undefined on the first one. */
export function previousPage({ token, stack = [], size }: Paging): Paging | undefined {
  if (!token) return undefined
  const before = stack.at(-1)
  return before ? { token: before, stack: stack.slice(0, -1), size } : { size }
}

export const newestFirst = ['time_created_descending', 'time_created_ascending'] as const

const nameOrId = ['name_ascending', 'name_descending', 'id_ascending'] as const

export const sortsOf = (source: ListSource<ListMethod>): readonly string[] => source.sorts ?? nameOrId

export const requestOf = <M extends ListMethod>(source: ListSource<M>, query: object = {}): RequestOf<M> =>
  ({ ...(source.path && { path: source.path }), query: { ...source.query, ...query } }) as RequestOf<M>

export const pageSizeOf = (paging: Paging | undefined): PageSize =>
  pageSizes.find((size) => size === paging?.size) ?? pageSizes[0]

/** The sort of the URL if the API knows it, else the default. Lists sorted by time alone omit the column. */
const apiSort = (source: ListSource<ListMethod>, { sort }: ListSearch) => {
  const sorts = sortsOf(source)
  return (sort && sorts.includes(sort) ? sort : sorts[0])?.replace(/^time_created_/, '')
}

export const listPageQuery = <M extends ListMethod>(
  source: ListSource<M>,
  search: ListSearch,
  paging: Paging | undefined,
) =>
  apiQuery(
    source.method,
    requestOf(source, {
      limit: pageSizeOf(paging),
      pageToken: paging?.token || undefined,
      sortBy: apiSort(source, search),
    }),
  )

interface LoaderArguments {
  context: { queryClient: QueryClient }
  location: { state: { paging?: Paging }; search: object }
}

/** For a list route's loader: reads the page that the first paint needs. */
export async function loadList<M extends ListMethod>(
  { context, location }: LoaderArguments,
  source: ListSource<M>,
): Promise<void> {
  const search = listSearch(location.search as Record<string, unknown>)
  const { paging } = location.state
  try {
    await context.queryClient.ensureQueryData({ ...listPageQuery(source, search, paging), revalidateIfStale: true })
  } catch (error) {
    // The page itself then goes to the first one.
    if (!isTokenRefused(error, paging)) throw error
  }
}

/** Whether the server rejects the page token: history keeps tokens longer than they are valid. */
export const isTokenRefused = (error: unknown, paging: Paging | undefined): boolean =>
  Boolean(paging?.token) && hasStatus(error, 400)

export const sortOf = (source: ListSource<ListMethod>, { sort }: ListSearch): Sort | undefined =>
  sortFromText(sort ?? sortsOf(source)[0])

export function sortSearch(source: ListSource<ListMethod>, sort: Sort): string | undefined {
  const wanted = sort.column === 'id' ? 'id_ascending' : sortToText(sort)
  return wanted === sortsOf(source)[0] ? undefined : wanted
}

export type Row<M extends ListMethod> = ItemOf<M>

/** The name of a row, or its id where such things have no names. */
export const nameOrIdOf = (row: unknown): string => {
  const { name, id } = row as { id: string; name?: string }
  return name ?? id
}
