import { apiCall, refreshAfter } from '~/api/queries.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import type { Group } from './kinds.ts'

/** Asks, deletes, and says so in a toast. */
export function askToDelete({ kind, id, name }: Group): void {
  const request = { path: kind.pathOf(id) }
  void confirm({
    title: `Delete ${kind.thing}`,
    body: (
      <>
        <b>{name}</b> is deleted for good. Its instances stay as they are, and no longer count as members when they are
        placed.
      </>
    ),
    danger: true,
    copyAs: <CopyAsButton request={copyRequest(kind.delete, request)} />,
    action: async () => {
      await apiCall(kind.delete, request)
      void refreshAfter(kind.delete)
      toast({ content: outcome(`${kind.label} group`, name, 'deleted') })
    },
  })
}
