import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { diskCan } from '@skerry/contract/rules/disks.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { Link } from '@tanstack/react-router'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { snapshot } from '~/compute/snapshots/snapshot.ts'
import { generateName } from '~/form/generated-name.ts'
import { stillOnPage } from '~/form/still-here.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { lockAction } from '~/shell/actions/deletion-lock.tsx'
import { deletion } from '~/shell/actions/deletion.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import type { Action, Place } from '~/shell/actions/use-actions.tsx'
import { addActivity, updateActivity } from '~/shell/activity/activity.ts'
import { follow, recordDone } from '~/shell/activity/follow.ts'
import { instanceIdOf, type StorageNames } from '~/shell/things/storage-names.tsx'
import { lazyPart } from '~/ui/lazy-part.tsx'
import { disk } from './disk.ts'

type DiskContext = Pick<StorageNames, 'instances'>

const isImport = ({ state }: Disk) => diskCan.cancelImport.states.includes(state.state)

const deleteRefusal = (thing: Disk) =>
  deletionLockRefusal(thing) ??
  (thing.state.state === 'attached' ? 'Detach the disk first' : undefined) ??
  (isImport(thing) ? 'Cancel its import instead' : diskCan.delete.refusal(thing))

/** Shows in the activity menu from the start, as no form stays open until the answer is there. */
async function takeSnapshot(project: string, of: Disk): Promise<void> {
  const name = generateName([of.name])
  const to = snapshot.path(project, name)
  const activity = addActivity({ verb: 'Create snapshot', name, to })
  toast({ variant: 'info', content: outcome('Snapshot', name, 'is being created') })
  try {
    const { id, state } = await apiCall('snapshotCreate', {
      query: { project },
      body: { name, description: '', disk: of.name },
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

const attachRefusal = (thing: Disk, { instances }: DiskContext) =>
  diskCan.attach.refusal(thing) ??
  (instances && ![...instances.values()].some((each) => instanceCan.attachDisk(each))
    ? instanceCan.attachDisk.sentence
    : undefined)

const instanceOf = (thing: Disk, { instances }: DiskContext) => instances?.get(instanceIdOf(thing) ?? '')

function detachRefusal(thing: Disk, context: DiskContext): string | undefined {
  const instance = instanceOf(thing, context)
  if (!diskCan.detach(thing) || !instance) return diskCan.detach.refusal(thing)
  const isBoot = instance.bootDiskId === thing.id
  return instanceCan.detachDisk.refusal(instance) ?? (isBoot ? 'Unset it as boot disk first' : undefined)
}

function askDetach(thing: Disk, { project, context }: Place<DiskContext>): void {
  const { id, name } = thing
  askToDo({
    title: 'Detach disk',
    body: (
      <>
        <b>{name}</b> is detached from <b>{instanceOf(thing, context)?.name ?? 'its instance'}</b>. Its data is kept.
      </>
    ),
    method: 'instanceDiskDetach',
    request: { path: { instance: instanceIdOf(thing) ?? '' }, body: { disk: id } },
    done: ({ state }) => {
      const watched = { kind: 'disk', id, wanted: 'detached' } as const
      const isDone = follow({ verb: 'Detach disk', name, to: disk.path(project, name), watched }, state.state)
      return outcome('Disk', name, isDone ? 'detached' : 'is being detached')
    },
  })
}

function askCancelImport({ id, name, description }: Disk, { onDeleted }: Place<DiskContext>): void {
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

/** What can be done to a disk. */
export const diskActions = {
  snapshot: {
    label: 'Take snapshot',
    isWhole: true,
    needs: 'snapshot_create',
    unless: diskCan.snapshot.refusal,
    run: (thing, { project }) => void takeSnapshot(project, thing),
  },
  attach: {
    label: 'Attach',
    needs: 'instance_disk_attach',
    unless: attachRefusal,
    open: lazyPart(() => import('./attach-disk.tsx')),
  },
  detach: { label: 'Detach', needs: 'instance_disk_detach', unless: detachRefusal, run: askDetach },
  cancelImport: {
    label: 'Cancel import',
    isWhole: true,
    needs: 'disk_cancel_import',
    danger: true,
    when: isImport,
    unless: diskCan.cancelImport.refusal,
    run: askCancelImport,
  },
  lock: lockAction('disk'),
  delete: deletion('disk', {
    method: 'diskDelete',
    needs: 'disk_delete',
    consequence: 'and all its data are permanently deleted. Snapshots and images made from it are kept.',
    many: 'The disks and all their data are permanently deleted. Their snapshots are kept.',
    unless: deleteRefusal,
  }),
} satisfies Record<string, Action<Disk, DiskContext>>
