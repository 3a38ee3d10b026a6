import type { Query } from '@tanstack/react-query'
import type { Read } from './stale.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The operations that a query reads, where it is not that of its key alone. */
      reads?: readonly Read[]
    }
  }
}

/** The operations whose answers a query is made of: a change of any of them makes it out of date. */
export const readsOf = ({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>): readonly Read[] =>
  meta?.reads ?? [queryKey[0] as Read]
