import { sql } from 'kysely'
import { raiseAlert } from '../../../fleet/alerts/raise-alert.ts'
import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import { giveStorage } from '../../../identity/quotas/quotas.repo.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { ApiError, conflict } from '../../../kernel/http/errors.ts'
import { TryAfterSaga } from '../../../kernel/http/make-change.ts'
import { isNotOwned, updateOwned } from '../../../kernel/sagas/saga-owner.ts'
import { defineSaga, type SagaContext, WaitForSaga, type WriteContext } from '../../../kernel/sagas/saga.ts'
import type { VolumeSpec } from '../../../platform/interface/volumes.ts'
import { isCopy, makeVolume } from '../../disks/disk-create.saga.ts'
import { undoAttachment } from '../disks/disk-attach.saga.ts'
import { alertOf, type InstanceRow, lockOwnedInstance, setRunState } from '../instances.repo.ts'
import { removeInstance } from '../lifecycle/instance-delete.saga.ts'
import { startInstance } from '../lifecycle/instance-start.ts'

export interface InstanceCreation {
  instanceId: string
  /** Ids of disks that are created with the instance, and deleted when it fails. */
  newVolumes: VolumeSpec[]
  /** Ids of disks that existed before. */
  oldVolumes: VolumeSpec[]
  start: boolean
  /** Why it was not started. */
  notStarted?: string
}

/** Creates a `creating` instance. Undo leaves nothing behind. */
export const instanceCreateSaga = defineSaga<InstanceCreation>('instance-create', [
  {
    name: 'begin',
    async do() {},
    undo: (ctx, data) => ctx.transaction((tx, write) => removeUnfinished(tx, data, write)),
  },
  {
    name: 'volumes',
    slow: ({ newVolumes }) => newVolumes.some(isCopy),
    do: (ctx, { newVolumes }) => forEach(newVolumes, (volume) => makeVolume(ctx, volume)),
    undo: (ctx, { newVolumes }) =>
      forEach(newVolumes, async ({ id }) => {
        if (!(await isNotOwned(ctx.db, 'disks', id, ctx.id))) await ctx.platform.volumes.deleteVolume(id, ctx.signal)
      }),
  },
  {
    name: 'attach',
    do: (ctx, data) => forEach(volumesOf(data), ({ id }) => attach(ctx, id, data.instanceId)),
    undo: (ctx, data) => forEach(volumesOf(data), ({ id }) => undoAttachment(ctx, id, data.instanceId)),
  },
  {
    name: 'prepare',
    do: ({ platform, signal }, { instanceId }) => platform.instances.prepare(instanceId, signal),
    async undo({ id, db, platform, signal }, { instanceId }) {
      if (!(await isNotOwned(db, 'instances', instanceId, id))) await platform.instances.release(instanceId, signal)
    },
  },
  { name: 'created', write: (tx, data, ctx) => finish(tx, data, ctx) },
  {
    name: 'report',
    async do({ log }, { instanceId, notStarted }) {
      if (notStarted)
        log('warn', 'instance was created but could not be started', { instance_id: instanceId, reason: notStarted })
    },
  },
])

const volumesOf = ({ newVolumes, oldVolumes }: InstanceCreation) => [...newVolumes, ...oldVolumes]

const attach = ({ platform, signal }: SagaContext, diskId: string, instanceId: string) =>
  platform.volumes.ensureAttached(diskId, instanceId, signal)

/** Waits for all, even when one fails: a call that outlives the undo could leave something behind. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function finish(tx: Tx, data: InstanceCreation, ctx: WriteContext): Promise<Partial<InstanceCreation>> {
  const instance = await lockOwnedInstance(tx, data.instanceId, ctx.id)
  if (!instance) throw conflict('the instance is not being created any more')
  const attached = { state: 'attached', saga_id: null, time_modified: ctx.now } as const
  for (const { id } of volumesOf(data).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (!(await updateOwned(tx, 'disks', id, ctx.id, attached)))
      throw conflict('a disk of the instance was lost meanwhile')
  if (!data.start) return stay(tx, instance, ctx)
  await sql`savepoint start`.execute(tx)
  try {
    await startInstance(tx, ctx, instance, ctx.now)
    return {}
  } catch (error) {
    if (error instanceof TryAfterSaga || !(error instanceof ApiError)) return afterAttachment(error)
    await sql`rollback to savepoint start`.execute(tx)
    return stay(tx, instance, ctx, error.message)
  }
}

/** Waits for another request that is attaching a disk to the instance. @throws any other error as it is */
function afterAttachment(error: unknown): never {
  throw error instanceof TryAfterSaga ? new WaitForSaga(error.sagaId) : error
}

async function stay(tx: Tx, instance: InstanceRow, ctx: WriteContext, notStarted?: string) {
  await setRunState(tx, instance, 'stopped', ctx.now, { start_refusal: notStarted ?? null })
  if (notStarted === undefined) return {}
  const happened = { event: 'instance_not_started', subjectId: instance.id, projectId: instance.project_id } as const
  await keepMachineEvent(tx, { ...happened, reason: notStarted }, ctx.now)
  await raiseAlert(tx, 'instance.start_failed', { ...alertOf(instance), reason: notStarted }, ctx.now)
  return { notStarted }
}

/** Deletes the rows of an instance that could not be created, and of its new disks. */
async function removeUnfinished(
  tx: Tx,
  { instanceId, newVolumes }: InstanceCreation,
  ctx: WriteContext,
): Promise<void> {
  const instance = await lockOwnedInstance(tx, instanceId, ctx.id)
  if (!instance) return
  const disks = newVolumes.length
    ? await tx
        .deleteFrom('disks')
        .where(
          'id',
          'in',
          newVolumes.map(({ id }) => id),
        )
        .where('saga_id', '=', ctx.id)
        .returning('size')
        .execute()
    : []
  await removeInstance(tx, ctx, instance, ctx.now, ctx.id).catch(afterAttachment)
  const size = disks.reduce((sum, disk) => sum + BigInt(disk.size), 0n)
  if (size) await giveStorage(tx, instance, size, ctx.now)
}
