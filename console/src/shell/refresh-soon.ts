import { invalidate, type Method } from '~/api/queries.ts'

const stale = new Set<Method>()

/** Marks answers as out of date a little later: many rows that change at once ask for their lists once. */
export function refreshSoon(...methods: readonly Method[]): void {
  if (stale.size === 0)
    setTimeout(() => {
      void invalidate(...stale)
      stale.clear()
    }, 250)
  for (const method of methods) stale.add(method)
}
