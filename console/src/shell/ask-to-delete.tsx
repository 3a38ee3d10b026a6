import type { ReactNode } from 'react'
import type { RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { addActivity, type Watched } from './activity.ts'
import { askToDo } from './ask-to-do.tsx'
import { outcome } from './outcome.tsx'

interface Deletion<M extends Change> {
  /** `disk`, `SSH key`. */
  kind: string
  name: string
  /** What becomes of it and of what hangs on it; follows the name: `is deleted for good. …`. */
  consequence: ReactNode
  method: M
  request: RequestOf<M>
  /** Shown in the activity menu until it is gone. */
  watched?: Watched
  /** Leaves a page that shows what is gone. */
  onDeleted?: (() => void) | undefined
}

/** Asks, deletes, and says so in a toast. */
export function askToDelete<M extends Change>(deletion: Deletion<M>): void {
  const { kind, name, consequence, method, request, watched, onDeleted } = deletion
  const startPath = location.pathname
  askToDo({
    title: `Delete ${kind}`,
    danger: true,
    body: (
      <>
        <b>{name}</b> {consequence}
      </>
    ),
    method,
    request,
    done: () => {
      if (watched) addActivity({ verb: `Delete ${kind}`, name, watched })
      // The user may have left the page meanwhile.
      if (location.pathname === startPath) onDeleted?.()
      return outcome(kind.charAt(0).toUpperCase() + kind.slice(1), name, 'deleted')
    },
  })
}
