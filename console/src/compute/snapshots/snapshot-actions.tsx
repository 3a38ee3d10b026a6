import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import { Link } from '@tanstack/react-router'
import type { Snapshot } from '~/api/types.gen.ts'
import { deletion } from '~/shell/actions/deletion.tsx'
import type { Action } from '~/shell/actions/use-actions.tsx'

/** What can be done to a snapshot. */
export const snapshotActions = {
  createImage: {
    label: 'Create image',
    needs: 'image_create',
    unless: snapshotCan.createImage.refusal,
    link: ({ name }, project) => (
      <Link to="/projects/$project/snapshots/$snapshot/images-new" params={{ project, snapshot: name }} search state />
    ),
  },
  createDisk: {
    label: 'Create disk',
    needs: 'disk_create',
    unless: snapshotCan.createDisk.refusal,
    link: ({ id }, project) => (
      <Link to="/projects/$project/disks-new" params={{ project }} search={{ snapshot: id }} />
    ),
  },
  delete: deletion<Snapshot, unknown>('snapshot', {
    method: 'snapshotDelete',
    needs: 'snapshot_delete',
    consequence: 'is permanently deleted. Disks and images made from it are kept.',
    many: 'The snapshots are permanently deleted. Disks and images made from them are kept.',
    unless: snapshotCan.delete.refusal,
  }),
} satisfies Record<string, Action<Snapshot>>
