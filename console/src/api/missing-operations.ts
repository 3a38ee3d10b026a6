import { createStore } from '~/ui/store.ts'
import type { Operation } from './client.ts'

/** Operations that the server turned out not to offer, since the page was loaded. */
export const missingOperations = createStore<ReadonlySet<Operation>>(new Set())

/** Keeps what an answer says of its operation. */
export function noteOffered(operation: Operation, isOffered: boolean): void {
  missingOperations.set((now) => {
    if (now.has(operation) !== isOffered) return now
    const next = new Set(now)
    if (isOffered) next.delete(operation)
    else next.add(operation)
    return next
  })
}
