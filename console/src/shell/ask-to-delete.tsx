import type { ReactNode } from 'react'
import { callOrThrow, refreshAfter, type RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import { addActivity, type Watched } from './activity.ts'
import { copyRequest } from './copy-request.ts'
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
  const begun = location.pathname
  void confirm({
    title: `Delete ${kind}`,
    danger: true,
    body: (
      <>
        <b>{name}</b> {consequence}
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest(method, request)} />,
    action: async () => {
      await callOrThrow(method, request)
      if (watched) addActivity({ verb: `Delete ${kind}`, name, watched })
      toast({ content: outcome(kind.charAt(0).toUpperCase() + kind.slice(1), name, 'deleted') })
      // Who did not wait for the end may be elsewhere by now.
      if (location.pathname === begun) onDeleted?.()
      void refreshAfter(method)
    },
  })
}
