import { refreshAfter } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'

const made = new Set<Change>()

/** Refreshes a little later: many rows that change together refresh their lists once. */
export function refreshSoon(...changes: readonly Change[]): void {
  if (made.size === 0)
    setTimeout(() => {
      void refreshAfter(...made)
      made.clear()
    }, 250)
  for (const change of changes) made.add(change)
}
