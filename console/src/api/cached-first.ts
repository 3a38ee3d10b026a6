import type { EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { whereMissing } from './errors.ts'

/** For loaders: a cached answer at once, read again behind it once it is stale; where there is none, the answer. */
export const cachedFirst = <T, K extends QueryKey>(
  { queryClient }: { queryClient: QueryClient },
  query: EnsureQueryDataOptions<T, Error, T, K>,
): Promise<T> => queryClient.ensureQueryData({ ...query, revalidateIfStale: true })

/** For what a page can do without: undefined where the server does not offer it. */
export const cachedFirstIfOffered = <T, K extends QueryKey>(
  context: { queryClient: QueryClient },
  query: EnsureQueryDataOptions<T, Error, T, K>,
): Promise<T | undefined> => cachedFirst(context, query).catch(whereMissing(undefined))
