import type { Tx } from '../../../kernel/database.ts'
import { defineSaga } from '../../../kernel/saga.ts'
import type { VolumeSpec } from '../../../platform/volumes.ts'
import { makeVolume } from '../../disks/disk-create.saga.ts'

type Tie = { instanceId: string; diskId: string }

/** The disk while it is still on that way to or from that instance, held for change. */
const onItsWay = (tx: Tx, { instanceId, diskId }: Tie, state: 'attaching' | 'detaching') =>
  tx
    .selectFrom('disks')
    .select('id')
    .where('id', '=', diskId)
    .where('instance_id', '=', instanceId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()

const letGo = (tx: Tx, diskId: string, now: Date) =>
  tx
    .updateTable('disks')
    .set({ state: 'detached', instance_id: null, time_modified: now })
    .where('id', '=', diskId)
    .execute()

/** Ties a disk that is `attaching` to its instance. */
export const diskAttach = defineSaga<Tie & { volume: VolumeSpec }>('disk-attach', [
  {
    name: 'hold',
    async do() {},
    undo: ({ transaction }, tie) =>
      transaction(async (tx, { now }) => {
        if (await onItsWay(tx, tie, 'attaching')) await letGo(tx, tie.diskId, now)
      }),
  },
  {
    name: 'tie',
    async do(ctx, { volume, diskId, instanceId }) {
      await makeVolume(ctx, volume)
      await ctx.platform.volumes.ensureAttached(diskId, instanceId, ctx.signal)
    },
    undo: ({ platform, signal }, { diskId, instanceId }) => platform.volumes.ensureDetached(diskId, instanceId, signal),
  },
  {
    name: 'attached',
    async write(tx, tie, { now }) {
      if (await onItsWay(tx, tie, 'attaching'))
        await tx
          .updateTable('disks')
          .set({ state: 'attached', time_modified: now })
          .where('id', '=', tie.diskId)
          .execute()
    },
  },
  {
    // The instance may have been deleted, or the disk lost, before the tie was made.
    name: 'agree',
    async do({ db, platform, signal }, { diskId, instanceId }) {
      const disk = await db.selectFrom('disks').select('instance_id').where('id', '=', diskId).executeTakeFirst()
      if (!disk) await platform.volumes.deleteVolume(diskId, signal)
      else if (disk.instance_id !== instanceId) await platform.volumes.ensureDetached(diskId, instanceId, signal)
    },
  },
])

/** Unties a disk that is `detaching` from its instance. */
export const diskDetach = defineSaga<Tie>(
  'disk-detach',
  [
    {
      name: 'untie',
      do: ({ platform, signal }, { diskId, instanceId }) => platform.volumes.ensureDetached(diskId, instanceId, signal),
    },
    {
      name: 'detached',
      async write(tx, tie, { now }) {
        if (await onItsWay(tx, tie, 'detaching')) await letGo(tx, tie.diskId, now)
      },
    },
  ],
  { forward: true },
)
