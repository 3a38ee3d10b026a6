import { conflict } from '../../../kernel/http/errors.ts'
import { updateOwned } from '../../../kernel/sagas/saga-owner.ts'
import { defineSaga, type SagaContext } from '../../../kernel/sagas/saga.ts'

interface Attachment {
  diskId: string
  instanceId: string
}

const detached = { state: 'detached', instance_id: null, saga_id: null } as const

/** Detaches a disk that the saga attached, unless another saga has attached it to that instance as well. */
export async function undoAttachment(ctx: SagaContext, diskId: string, instanceId: string): Promise<void> {
  const disk = await ctx.db
    .selectFrom('disks')
    .select('saga_id')
    .where('id', '=', diskId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst()
  if (!disk || disk.saga_id === ctx.id) await ctx.platform.volumes.ensureDetached(diskId, instanceId, ctx.signal)
}

/** Attaches an `attaching` disk to its instance. */
export const diskAttachSaga = defineSaga<Attachment>('disk-attach', [
  {
    name: 'begin',
    async do() {},
    undo: ({ id, transaction }, { diskId }) =>
      transaction(async (tx, { now }) => {
        await updateOwned(tx, 'disks', diskId, id, { ...detached, time_modified: now })
      }),
  },
  {
    name: 'attach',
    do: ({ platform, signal }, { diskId, instanceId }) => platform.volumes.ensureAttached(diskId, instanceId, signal),
    undo: (ctx, { diskId, instanceId }) => undoAttachment(ctx, diskId, instanceId),
  },
  {
    name: 'attached',
    async write(tx, { diskId }, { id, now }) {
      const attached = { state: 'attached', saga_id: null, time_modified: now } as const
      if (!(await updateOwned(tx, 'disks', diskId, id, attached))) throw conflict('the disk was lost meanwhile')
    },
  },
])

/** Detaches a `detaching` disk from its instance. */
export const diskDetachSaga = defineSaga<Attachment>(
  'disk-detach',
  [
    {
      name: 'detach',
      do: ({ platform, signal }, { diskId, instanceId }) => platform.volumes.ensureDetached(diskId, instanceId, signal),
    },
    {
      name: 'detached',
      async write(tx, { diskId }, { id, now }) {
        await updateOwned(tx, 'disks', diskId, id, { ...detached, time_modified: now })
      },
    },
  ],
  { forward: true },
)
