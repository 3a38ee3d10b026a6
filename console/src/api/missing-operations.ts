import type { Operation } from './routes.ts'

let missing: ReadonlySet<Operation> = new Set()
const listeners = new Set<() => void>()

/** Operations that the server was found not to offer, since the page was loaded. */
export const missingOperations = {
  get: () => missing,
  /** @returns ends the watch. */
  watch: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Notes whether the server offers the operation of an answer. */
export function noteOffered(operation: Operation, isOffered: boolean): void {
  if (missing.has(operation) !== isOffered) return
  const next = new Set(missing)
  if (isOffered) next.delete(operation)
  else next.add(operation)
  missing = next
  for (const listener of listeners) listener()
}
