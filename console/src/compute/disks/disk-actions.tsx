import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { diskCan, diskTransitional } from '@skerry/contract/rules/disks.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { generateName } from '~/form/generated-name.ts'
import { stillOnPage } from '~/form/still-here.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { lockItems } from '~/shell/actions/deletion-lock.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { addActivity, updateActivity } from '~/shell/activity/activity.ts'
import { follow, recordDone } from '~/shell/activity/follow.ts'
import { refreshSoon } from '~/shell/live/refresh-soon.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { instanceIdOf, type StorageNames } from '~/shell/things/storage-names.tsx'
import type { BulkAction } from '~/table/bulk-bar.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'

const AttachDisk = lazyPart(() => import('./attach-disk.tsx'))

/** Disks in transition are read every 3 s, for at most 5 minutes. */
export const diskPolling = { isMoving: diskTransitional, every: 3000, longest: 300_000, otherwise: false } as const

export interface DiskActions {
  /** Menu items: Take snapshot, Attach, Detach, Cancel import (of a disk that has one), Lock deletion, Delete. */
  menu: (disk: Disk) => MenuItem[]
  bulk: readonly BulkAction<Disk>[]
  /** Render it once on the page: the form that Attach opens. */
  dialog: ReactNode
}

const isImport = (disk: Disk) => diskCan.cancelImport.states.includes(disk.state.state)

const deleteRefusal = (disk: Disk) =>
  deletionLockRefusal(disk) ??
  (disk.state.state === 'attached' ? 'Detach the disk first' : undefined) ??
  (isImport(disk) ? 'Cancel its import instead' : diskCan.delete.refusal(disk))

/** Shows in the activity menu from the start, as no form stays open until the answer is there. */
async function takeSnapshot(project: string, disk: Disk): Promise<void> {
  const name = generateName([disk.name])
  const to = pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot: name })
  const activity = addActivity({ verb: 'Create snapshot', name, to })
  toast({ variant: 'info', content: outcome('Snapshot', name, 'is being created') })
  try {
    const { id, state } = await apiCall('snapshotCreate', {
      query: { project },
      body: { name, description: '', disk: disk.name },
    })
    if (state === 'ready') {
      updateActivity(activity, { status: 'done' })
      toast({
        content: (
          <>
            Snapshot{' '}
            <Link to={to} className="font-medium text-accent hover:underline">
              {name}
            </Link>{' '}
            created
          </>
        ),
      })
    } else updateActivity(activity, { watched: { kind: 'snapshot', id, wanted: 'ready' } })
    void refreshAfter('snapshotCreate')
  } catch (error) {
    const message = messageOf(error)
    updateActivity(activity, { status: 'failed', message })
    toast({ variant: 'error', title: 'Could not create snapshot', content: message })
  }
}

/** What can be done to the disks of a project. @param onDeleted leaves the page of a disk that is gone. */
export function useDiskActions(
  project: string,
  { instances }: StorageNames,
  { onDeleted }: { onDeleted?: () => void } = {},
): DiskActions {
  const refused = useRefusals({ project })
  const [attached, setAttached] = useState<Disk | null>(null)
  const ofDisk = (disk: Disk) => instances?.get(instanceIdOf(disk) ?? '')

  const attachRefusal = (disk: Disk) =>
    diskCan.attach.refusal(disk) ??
    (instances && ![...instances.values()].some((each) => instanceCan.attachDisk(each))
      ? instanceCan.attachDisk.sentence
      : undefined)

  const detachRefusal = (disk: Disk) => {
    const instance = ofDisk(disk)
    if (!diskCan.detach(disk) || !instance) return diskCan.detach.refusal(disk)
    const isBoot = instance.bootDiskId === disk.id
    return instanceCan.detachDisk.refusal(instance) ?? (isBoot ? 'Unset it as boot disk first' : undefined)
  }

  const askDetach = (disk: Disk) => {
    const instance = ofDisk(disk)
    const request = { path: { instance: instanceIdOf(disk) ?? '' }, body: { disk: disk.id } }
    askToDo({
      title: 'Detach disk',
      body: (
        <>
          <b>{disk.name}</b> is detached from <b>{instance?.name ?? 'its instance'}</b>. Its data is kept.
        </>
      ),
      method: 'instanceDiskDetach',
      request,
      done: ({ state }) => {
        const to = pathTo('/projects/$project/disks/$disk', { project, disk: disk.name })
        const watched = { kind: 'disk', id: disk.id, wanted: 'detached' } as const
        const isDone = follow({ verb: 'Detach disk', name: disk.name, to, watched }, state.state)
        return outcome('Disk', disk.name, isDone ? 'detached' : 'is being detached')
      },
    })
  }

  const askDelete = ({ id, name }: Disk) =>
    askToDelete({
      kind: 'disk',
      name,
      consequence: 'and all its data are permanently deleted. Snapshots and images made from it are kept.',
      method: 'diskDelete',
      request: { path: { disk: id } },
      recorded: true,
      onDeleted,
    })

  const askCancelImport = ({ id, name, description }: Disk) => {
    const isHere = stillOnPage()
    askToDo({
      title: 'Cancel import',
      danger: true,
      confirmLabel: 'Cancel import',
      cancelLabel: 'Keep importing',
      body: (
        <>
          <b>{name}</b> and what was written to it are permanently deleted. An upload into it fails.
          {description && <p className="mt-2">Description: {description}</p>}
        </>
      ),
      method: 'diskCancelImport',
      request: { path: { disk: id } },
      done: () => {
        recordDone({ verb: 'Cancel import', name })
        if (isHere()) onDeleted?.()
        return outcome('Disk', name, 'deleted')
      },
    })
  }

  return {
    menu: (disk) => [
      {
        label: 'Take snapshot',
        refusal: refused('snapshot_create') ?? diskCan.snapshot.refusal(disk),
        onSelect: () => void takeSnapshot(project, disk),
      },
      {
        label: 'Attach',
        refusal: refused('instance_disk_attach') ?? attachRefusal(disk),
        onSelect: () => setAttached(disk),
      },
      {
        label: 'Detach',
        refusal: refused('instance_disk_detach') ?? detachRefusal(disk),
        onSelect: () => askDetach(disk),
      },
      ...(isImport(disk)
        ? [
            {
              label: 'Cancel import',
              danger: true,
              refusal: refused('disk_cancel_import') ?? diskCan.cancelImport.refusal(disk),
              onSelect: () => askCancelImport(disk),
            },
          ]
        : []),
      ...lockItems('disk', disk, refused),
      {
        label: 'Delete',
        danger: true,
        refusal: refused('disk_delete') ?? deleteRefusal(disk),
        onSelect: () => askDelete(disk),
      },
    ],
    bulk: [
      {
        label: 'Delete',
        things: 'disks',
        consequence: 'The disks and all their data are permanently deleted. Their snapshots are kept.',
        danger: true,
        refusal: refused('disk_delete'),
        unless: deleteRefusal,
        run: ({ id }) => apiCall('diskDelete', { path: { disk: id } }).finally(() => refreshSoon('diskDelete')),
      },
    ],
    dialog: attached && (
      <PartBoundary onFailed={() => setAttached(null)}>
        <AttachDisk key={attached.id} project={project} disk={attached} onClose={() => setAttached(null)} />
      </PartBoundary>
    ),
  }
}
