import type { Query } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

interface Thing {
  id?: unknown
  name?: unknown
}

const pathValues = (request: unknown): unknown[] =>
  Object.values((request as { path?: object } | undefined)?.path ?? {})

/** The cached views of the thing with this id. */
const viewsOf = (id: unknown): Query[] =>
  queryClient.getQueryCache().findAll({
    predicate: ({ queryKey, state }) =>
      String(queryKey[0]).endsWith('View') && (state.data as Thing | null | undefined)?.id === id,
  })

/** The cached views that a change has left without a thing: of what it deleted, or under the name before a rename. */
function goneViews(method: string, request: unknown, answer: unknown): Query[] {
  if (method.endsWith('Delete')) {
    const [id, ...others] = pathValues(request)
    // With several parameters it deletes a relation of the two.
    return id === undefined || others.length > 0 ? [] : viewsOf(id)
  }
  const { id, name } = (answer ?? {}) as Thing
  if (id === undefined || name === undefined) return []
  return viewsOf(id).filter(({ queryKey, state }) => {
    const before = (state.data as Thing).name
    return before !== name && pathValues(queryKey[1]).includes(before)
  })
}

/**
 * After a change: removes the cached views of what no longer exists, so that Back does not show it. A view that is on
 * screen is removed once its page is left: without its data the page would turn into an error before.
 */
export function forgetGone(method: string, request: unknown, answer: unknown): void {
  const cache = queryClient.getQueryCache()
  const left = new Set(goneViews(method, request, answer))
  const removeUnused = () => {
    for (const query of left) {
      if (query.getObserversCount() > 0) continue
      left.delete(query)
      cache.remove(query)
    }
    return left.size === 0
  }
  if (removeUnused()) return
  const stop = cache.subscribe(({ type }) => {
    if ((type === 'observerRemoved' || type === 'removed') && removeUnused()) stop()
  })
}
