import type { ReactNode } from 'react'
import type { RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { stillOnPage } from '~/form/still-here.ts'
import { recordDone } from '../activity/follow.ts'
import { askToDo } from './ask-to-do.tsx'
import { outcome } from './outcome.tsx'

interface Deletion<M extends Change> {
  /** `disk`, `SSH key`. */
  kind: string
  name: string
  /** What happens to it and its parts; follows the name: `is permanently deleted. …`. */
  consequence: ReactNode
  method: M
  request: RequestOf<M>
  /** Listed in the activity menu. */
  recorded?: true
  /** Leaves a page of the deleted thing. */
  onDeleted?: (() => void) | undefined
}

/** Deletes after a question, and shows a toast. */
export function askToDelete<M extends Change>(deletion: Deletion<M>): void {
  const { kind, name, consequence, method, request, recorded, onDeleted } = deletion
  const isHere = stillOnPage()
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
      // The answer comes once it is gone.
      if (recorded) recordDone({ verb: `Delete ${kind}`, name })
      if (isHere()) onDeleted?.()
      return outcome(kind.charAt(0).toUpperCase() + kind.slice(1), name, 'deleted')
    },
  })
}
