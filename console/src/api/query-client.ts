import { QueryClient } from '@tanstack/react-query'
import { keepEqual } from './keep-equal.ts'

/** A cache with the console's rules; tests make their own. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // `always`: a local server answers even where the browser believes itself offline.
      queries: {
        retry: false,
        staleTime: 2000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        structuralSharing: keepEqual,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()
