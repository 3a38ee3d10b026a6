import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import { Link } from '@tanstack/react-router'
import { apiCall } from '~/api/queries.ts'
import type { Snapshot } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { refreshSoon } from '~/shell/live/refresh-soon.ts'
import type { BulkAction } from '~/table/bulk-bar.tsx'
import type { MenuItem } from '~/ui/menu.tsx'

export interface SnapshotActions {
  /** Menu items: Create image, Create disk, Delete. */
  menu: (snapshot: Snapshot) => MenuItem[]
  bulk: readonly BulkAction<Snapshot>[]
}

const askDelete = ({ id, name }: Snapshot) =>
  askToDelete({
    kind: 'snapshot',
    name,
    consequence: 'is permanently deleted. Disks and images made from it are kept.',
    method: 'snapshotDelete',
    request: { path: { snapshot: id } },
    recorded: true,
  })

export function useSnapshotActions(project: string): SnapshotActions {
  const refused = useRefusals({ project })
  return {
    menu: (snapshot) => [
      {
        label: 'Create image',
        refusal: refused('image_create') ?? snapshotCan.createImage.refusal(snapshot),
        link: (
          <Link
            to="/projects/$project/snapshots/$snapshot/images-new"
            params={{ project, snapshot: snapshot.name }}
            search
            state
          />
        ),
      },
      {
        label: 'Create disk',
        refusal: refused('disk_create') ?? snapshotCan.createDisk.refusal(snapshot),
        link: <Link to="/projects/$project/disks-new" params={{ project }} search={{ snapshot: snapshot.id }} />,
      },
      {
        label: 'Delete',
        danger: true,
        refusal: refused('snapshot_delete') ?? snapshotCan.delete.refusal(snapshot),
        onSelect: () => askDelete(snapshot),
      },
    ],
    bulk: [
      {
        label: 'Delete',
        things: 'snapshots',
        consequence: 'The snapshots are permanently deleted. Disks and images made from them are kept.',
        danger: true,
        refusal: refused('snapshot_delete'),
        unless: snapshotCan.delete.refusal,
        run: ({ id }) =>
          apiCall('snapshotDelete', { path: { snapshot: id } }).finally(() => refreshSoon('snapshotDelete')),
      },
    ],
  }
}
