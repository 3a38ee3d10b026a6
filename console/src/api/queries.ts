import { queryOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { api } from './api.ts'
import type { CallOptions, Result } from './client.ts'
import { ApiError, logError } from './errors.ts'
import { noteOffered } from './missing-operations.ts'
import type { Api } from './operations.gen.ts'
import { whileWriting } from './own-writes.ts'
import { freshFor, queryClient } from './query-client.ts'
import { readsOf } from './reads-of.ts'
import { isRead } from './routes.ts'
import { isLeaving } from './session.ts'
import type { Change } from './stale.ts'

export type Method = keyof Api
export type RequestOf<M extends Method> = NonNullable<Parameters<Api[M]>[0]>
export type AnswerOf<M extends Method> =
  Awaited<ReturnType<Api[M]>> extends infer R ? (R extends { type: 'success'; data: infer T } ? T : never) : never
export type ItemOf<M extends Method> = AnswerOf<M> extends { items: (infer T)[] } ? T : never
/** Methods that answer pages. */
export type ListMethod = {
  [M in Method]: AnswerOf<M> extends { items: unknown[]; nextPage?: unknown } ? M : never
}[Method]

/** The request, which may be left out exactly where the method allows it, and then the rest. */
type Args<M extends Method, Rest> = undefined extends Parameters<Api[M]>[0]
  ? [request?: RequestOf<M>, rest?: Rest]
  : [request: RequestOf<M>, rest?: Rest]

type Call = (request: unknown, options?: CallOptions) => Promise<Result<unknown>>

export interface AskOptions extends CallOptions {
  /** Why an error may be the normal answer; it is then logged as information. */
  expected?: string | undefined
}

/** Loads with the first change. */
const staleTable = () => import('./stale.ts')

/** What a method answered. Throws an ApiError, logged. Once the page leaves for sign-in it never settles. */
export async function answerOrThrow<M extends Method>(
  method: M,
  request: RequestOf<M>,
  { expected, ...options }: AskOptions = {},
): Promise<{ data: AnswerOf<M>; headers: Headers }> {
  const isWrite = isRead(method) === false
  const table = isWrite && staleTable().catch(() => undefined)
  const asked = (api[method] as Call)(request, options)
  const result = await (isWrite ? whileWriting(asked) : asked)
  if (result.type === 'success') {
    noteOffered(method, true)
    if (table) void table.then((loaded) => loaded?.forgetGone(method, request, result.data))
    return { data: (result.data ?? null) as AnswerOf<M>, headers: result.headers }
  }
  if (result.statusCode === 401 && isLeaving()) return new Promise<never>(() => undefined)
  const error = new ApiError(method, result)
  if (error.isMissingOperation) noteOffered(method, false)
  logError(error, error.isMissingOperation ? 'the server does not offer it' : expected)
  throw error
}

/** Its data alone. */
export const callOrThrow = async <M extends Method>(
  method: M,
  request: RequestOf<M>,
  options?: AskOptions,
): Promise<AnswerOf<M>> => (await answerOrThrow(method, request, options)).data

export interface QuerySettings {
  /** For how long the answer is fresh where no changes are reported, in ms. */
  staleTime?: number
  enabled?: boolean
  refetchInterval?: number | false | (() => number | false)
  /** Waits its turn: for cells that fill in after the table, six requests at a time. */
  secondary?: boolean
  /** Why an error may be the normal answer; it is then logged as information. */
  expected?: string
}

/** Runs the requests of cells that fill in after the table, six at a time. */
export const secondary = pLimit(6)

const runIn = <T>(isSecondary: boolean | undefined, task: () => Promise<T>) => (isSecondary ? secondary(task) : task())

const observed = ({ staleTime, ...rest }: Omit<QuerySettings, 'secondary' | 'expected'>) =>
  staleTime === undefined ? rest : { ...rest, staleTime: freshFor(staleTime) }

/** Options for useQuery, prefetchQuery and the like: `apiQuery('diskList', { query: { project } })`. */
export function apiQuery<M extends Method>(method: M, ...[request, settings = {}]: Args<M, QuerySettings>) {
  const { secondary: isSecondary, expected, ...rest } = settings
  const asked = request ?? ({} as RequestOf<M>)
  return queryOptions({
    queryKey: [method, asked] as const,
    queryFn: ({ signal }): Promise<AnswerOf<M>> =>
      runIn(isSecondary, () => callOrThrow(method, asked, { signal, expected })),
    ...observed(rest),
  })
}

/** The answer, or null where the thing is gone: for ids shown as names, whose 404 is a normal answer. */
export function apiQueryOrNull<M extends Method>(method: M, ...[request, settings = {}]: Args<M, QuerySettings>) {
  const { secondary: isSecondary, expected = 'it may be deleted', ...rest } = settings
  const asked = request ?? ({} as RequestOf<M>)
  return queryOptions({
    queryKey: [method, asked, 'or null'] as const,
    queryFn: ({ signal }): Promise<AnswerOf<M> | null> =>
      runIn(isSecondary, () => callOrThrow(method, asked, { signal, expected })).catch((error: unknown) => {
        if (error instanceof ApiError && error.statusCode === 404 && !error.isMissingOperation) return null
        throw error
      }),
    ...observed(rest),
  })
}

/** Reads a list page after page, 1000 items a request, until `nextPage` is empty. */
export async function* readPages<M extends ListMethod>(
  method: M,
  request: RequestOf<M>,
  options?: AskOptions,
): AsyncGenerator<ItemOf<M>[]> {
  let pageToken: string | undefined
  do {
    const query = { ...(request.query as object | undefined), limit: 1000, pageToken }
    const page = (await callOrThrow(method, { ...request, query } as RequestOf<M>, options)) as {
      items: ItemOf<M>[]
      nextPage?: string | null
    }
    yield page.items
    pageToken = page.nextPage || undefined
  } while (pageToken)
}

/** Every item of a list. */
export async function fetchWholeList<M extends ListMethod>(
  method: M,
  request: RequestOf<M>,
  options?: AskOptions,
): Promise<ItemOf<M>[]> {
  const items: ItemOf<M>[] = []
  for await (const page of readPages(method, request, options)) items.push(...page)
  return items
}

/** Options for a query of every item of a list; a change of the list invalidates it like its pages. */
export function wholeListQuery<M extends ListMethod>(method: M, ...[request, settings = {}]: Args<M, QuerySettings>) {
  const { secondary: isSecondary, expected, ...rest } = settings
  const asked = request ?? ({} as RequestOf<M>)
  return queryOptions({
    queryKey: [method, asked, 'whole list'] as const,
    queryFn: ({ signal }): Promise<ItemOf<M>[]> =>
      runIn(isSecondary, () => fetchWholeList(method, asked, { signal, expected })),
    ...observed(rest),
  })
}

/** A change: `const create = useApiMutation('diskCreate', { onSuccess: () => refreshAfter('diskCreate') })`. */
export const useApiMutation = <M extends Method>(
  method: M,
  options: Omit<UseMutationOptions<AnswerOf<M>, Error, RequestOf<M>>, 'mutationFn' | 'mutationKey'> = {},
) =>
  useMutation<AnswerOf<M>, Error, RequestOf<M>>({
    mutationFn: (request) => callOrThrow(method, request),
    ...options,
  })

/** The same change outside a component: answers the data or throws an ApiError. */
export const apiCall = <M extends Method>(
  method: M,
  ...[request, options]: Args<M, AskOptions>
): Promise<AnswerOf<M>> => callOrThrow(method, request ?? ({} as RequestOf<M>), options)

let ownChangeAt = -Infinity

/** How long ago a change of this page last refreshed what it shows. */
export const msSinceOwnChange = (): number => performance.now() - ownChangeAt

/**
 * Marks every cached answer of these operations as out of date; those on the screen are fetched again. All are marked
 * before the first is: a query that reads another one must not get its former answer.
 */
export const invalidate = async (...methods: Method[]): Promise<void> => {
  ownChangeAt = performance.now()
  const stale: ReadonlySet<Method> = new Set(methods)
  await queryClient.invalidateQueries({ predicate: (query) => readsOf(query).some((read) => stale.has(read)) })
}

/** Marks what these changes made out of date: `console/src/api/stale.ts` is the table; without it, everything. */
export async function refreshAfter(...changes: Change[]): Promise<void> {
  const table = await staleTable().catch(() => undefined)
  if (!table) return queryClient.invalidateQueries()
  await invalidate(...new Set(changes.flatMap((change) => table.staleAfter[change])))
}
