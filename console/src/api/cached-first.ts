import type { EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** For loaders: a cached answer at once, read again behind it once it is stale; where there is none, the answer. */
export const cachedFirst = <T, K extends QueryKey>(
  { queryClient }: { queryClient: QueryClient },
  query: EnsureQueryDataOptions<T, Error, T, K>,
): Promise<T> => queryClient.ensureQueryData({ ...query, revalidateIfStale: true })
