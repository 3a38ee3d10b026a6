import { type Query, QueryClient } from '@tanstack/react-query'
import { keepEqual } from './keep-equal.ts'

type Rule = (query: Pick<Query, 'queryKey' | 'meta'>) => boolean

let staysFresh: Rule = () => false

/** An answer of which this is true is not asked for again until a change is reported (ADR 75). */
export const keepFreshWhile = (rule: Rule): void => void (staysFresh = rule)

/** For `staleTime`: how long an answer is fresh where no changes are reported, in ms. */
export const freshFor =
  (ms: number) =>
  (query: Pick<Query, 'queryKey' | 'meta'>): number =>
    staysFresh(query) ? Infinity : ms

/** A cache with the console's rules; tests make their own. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // `always`: a local server answers even where the browser believes itself offline.
      queries: {
        retry: false,
        staleTime: freshFor(2000),
        refetchOnWindowFocus: false,
        networkMode: 'always',
        structuralSharing: keepEqual,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()
