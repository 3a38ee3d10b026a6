import { giveStorage } from '../../../identity/quotas/quotas.repo.ts'
import type { Tx } from '../../../kernel/database.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { defineSaga, SagaFailure, type WriteContext } from '../../../kernel/saga.ts'
import type { VolumeSpec } from '../../../platform/volumes.ts'
import { sql } from 'kysely'
import { makeVolume } from '../../disks/disk-create.saga.ts'
import { removeInstance } from '../lifecycle/instance-delete.saga.ts'
import { begunBy } from '../lifecycle/instance-drive.ts'
import { startInstance } from '../lifecycle/instance-start.ts'
import { type InstanceRow, lockDrivenInstance, lockInstance, setRunState } from '../instances.repo.ts'

export interface InstanceCreation {
  instanceId: string
  /** Of disks that are created with the instance, and go with it when it fails. */
  newVolumes: VolumeSpec[]
  /** Of disks that were there before; one may still be on its way. */
  oldVolumes: VolumeSpec[]
  start: boolean
  /** Why it could not be started. */
  notStarted?: string
}

/** Makes an instance that was written down as `creating` real; undone, nothing of it is left. */
export const instanceCreate = defineSaga<InstanceCreation>('instance-create', [
  {
    name: 'hold',
    async do() {},
    undo: (ctx, data) => ctx.transaction((tx, within) => forget(tx, data, within)),
  },
  {
    name: 'volumes',
    do: (ctx, { newVolumes, oldVolumes }) =>
      forEach([...newVolumes, ...oldVolumes], (volume) => makeVolume(ctx, volume)),
    async undo({ db, platform, signal }, { newVolumes, oldVolumes }) {
      const ids = oldVolumes.map(({ id }) => id)
      const kept = ids.length ? await db.selectFrom('disks').select('id').where('id', 'in', ids).execute() : []
      // One whose own creation failed meanwhile has no row any more.
      const lost = oldVolumes.filter(({ id }) => !kept.some((row) => row.id === id))
      await forEach([...newVolumes, ...lost], ({ id }) => platform.volumes.deleteVolume(id, signal))
    },
  },
  {
    name: 'tie',
    do: ({ platform, signal }, { instanceId, newVolumes, oldVolumes }) =>
      forEach([...newVolumes, ...oldVolumes], ({ id }) => platform.volumes.ensureAttached(id, instanceId, signal)),
    undo: ({ platform, signal }, { instanceId, newVolumes, oldVolumes }) =>
      forEach([...newVolumes, ...oldVolumes], ({ id }) => platform.volumes.ensureDetached(id, instanceId, signal)),
  },
  {
    name: 'prepare',
    do: ({ platform, signal }, { instanceId }) => platform.instances.prepare(instanceId, signal),
    undo: ({ platform, signal }, { instanceId }) => platform.instances.release(instanceId, signal),
  },
  { name: 'created', write: (tx, data, ctx) => finish(tx, data, ctx) },
  {
    name: 'report',
    async do({ log }, { instanceId, notStarted }) {
      if (notStarted) log('warn', 'instance was created but could not be started', { instanceId, reason: notStarted })
    },
  },
])

/** Waits for all, also when one fails: what goes on behind an undo could outlive it. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function finish(tx: Tx, data: InstanceCreation, ctx: WriteContext): Promise<Partial<InstanceCreation>> {
  const { instanceId, newVolumes, oldVolumes } = data
  const instance = await lockDrivenInstance(tx, instanceId, ctx.id)
  if (!instance) throw new SagaFailure('The instance is not being created any more')
  const diskIds = [...newVolumes, ...oldVolumes].map(({ id }) => id)
  if (diskIds.length) {
    const { numUpdatedRows } = await tx
      .updateTable('disks')
      .set({ state: 'attached', time_modified: ctx.now })
      .where('id', 'in', diskIds)
      .where('instance_id', '=', instanceId)
      .where('state', 'in', ['creating', 'attaching'])
      .executeTakeFirst()
    if (Number(numUpdatedRows) < diskIds.length) throw new SagaFailure('A disk of the instance was lost meanwhile')
  }
  if (!data.start) return settled(tx, instance, ctx)
  await sql`savepoint start`.execute(tx)
  try {
    await startInstance(tx, begunBy(ctx), instance, ctx.now)
    return {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await sql`rollback to savepoint start`.execute(tx)
    return settled(tx, instance, ctx, error.message)
  }
}

async function settled(tx: Tx, instance: InstanceRow, ctx: WriteContext, notStarted?: string) {
  await setRunState(tx, instance, 'stopped', ctx.now)
  return notStarted === undefined ? {} : { notStarted }
}

/** Takes the rows of an instance that could not be made, and those of the disks that were to come with it. */
async function forget(tx: Tx, { instanceId, newVolumes }: InstanceCreation, ctx: WriteContext): Promise<void> {
  const instance = await lockInstance(tx, instanceId)
  if (!instance) return
  const ids = newVolumes.map(({ id }) => id)
  const disks = ids.length ? await tx.deleteFrom('disks').where('id', 'in', ids).returning('size').execute() : []
  await removeInstance(tx, begunBy(ctx), instance, ctx.now)
  if (disks.length)
    await giveStorage(
      tx,
      instance.silo_id,
      disks.reduce((sum, { size }) => sum + BigInt(size), 0n),
    )
}
