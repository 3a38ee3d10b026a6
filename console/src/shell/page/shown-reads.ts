import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { invalidate, type Method } from '~/api/queries.ts'
import { readsOf } from '~/api/reads-of.ts'
import type { Refresh } from '~/ui/page-header.tsx'

/**
 * The header's state for a page whose tabs have their own queries: of these operations' answers on screen. The tabs
 * show failed refreshes.
 */
export function useShownReads(...methods: Method[]): Refresh {
  const cache = useQueryClient().getQueryCache()
  const shown = () =>
    cache
      .findAll({ type: 'active', predicate: (query) => readsOf(query).some((read) => methods.includes(read)) })
      .map(({ state }) => state)
  useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(onChange), [cache]),
    () =>
      shown()
        .map(({ dataUpdatedAt, errorUpdatedAt, fetchStatus }) => `${dataUpdatedAt} ${errorUpdatedAt} ${fetchStatus}`)
        .join(),
  )
  const states = shown()
  return {
    onRefresh: () => void invalidate(...methods),
    updatedAt: states.length ? Math.min(...states.map(({ dataUpdatedAt }) => dataUpdatedAt)) : 0,
    busy: states.some(({ fetchStatus }) => fetchStatus === 'fetching'),
  }
}
