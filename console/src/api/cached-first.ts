import type { EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { whereMissing } from './errors.ts'

/** For loaders: a cached answer at once, refreshed in the background once stale; without one, the answer itself. */
export const cachedFirst = <T, K extends QueryKey>(
  { queryClient }: { queryClient: QueryClient },
  query: EnsureQueryDataOptions<T, Error, T, K>,
): Promise<T> => queryClient.ensureQueryData({ ...query, revalidateIfStale: true })

/** For optional reads: undefined where the server does not offer the operation. */
export const cachedFirstIfOffered = <T, K extends QueryKey>(
  context: { queryClient: QueryClient },
  query: EnsureQueryDataOptions<T, Error, T, K>,
): Promise<T | undefined> => cachedFirst(context, query).catch(whereMissing(undefined))
