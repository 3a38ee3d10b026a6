import { defineSaga, type SagaContext } from '../../kernel/saga.ts'
import { makeVolume } from '../disks/disk-create.saga.ts'
import { disksOf, volumeSpec } from '../disks/disks.repo.ts'
import { agree, type Drive, failWhenUndone, settle } from './instance-drive.ts'
import { instanceSpec } from './instance-spec.ts'
import { drivenInstance } from './instances.repo.ts'

/** Starts the machine of an instance that is `starting` and has its place. */
export const instanceStart = defineSaga<Drive>('instance-start', [
  failWhenUndone,
  {
    name: 'boot',
    async do(ctx, { instanceId }) {
      const instance = await drivenInstance(ctx.db, instanceId, ctx.id)
      if (!instance) return
      await finishTies(ctx, instance)
      const spec = await instanceSpec(ctx.db, instanceId)
      if (!spec) return
      const { bootedAt } = await ctx.platform.instances.start(spec, ctx.signal)
      return { bootedAt: bootedAt.toISOString() }
    },
    async undo(ctx, { instanceId }) {
      if (await drivenInstance(ctx.db, instanceId, ctx.id)) await ctx.platform.instances.stop(instanceId, ctx.signal)
      else await agree(ctx, instanceId)
    },
  },
  {
    name: 'running',
    async write(tx, data, ctx) {
      if (data.bootedAt) await settle(tx, data, ctx, 'running', { time_booted: new Date(data.bootedAt) })
    },
  },
  { name: 'agree', do: (ctx, { instanceId }) => agree(ctx, instanceId) },
])

/** Disks still on their way to or from the instance arrive before its machine runs: then they could not. */
async function finishTies(ctx: SagaContext, instance: { id: string; silo_id: string }): Promise<void> {
  const { volumes } = ctx.platform
  for (const disk of await disksOf(ctx.db, instance.id)) {
    if (disk.state === 'detaching') await volumes.ensureDetached(disk.id, instance.id, ctx.signal)
    if (disk.state !== 'attaching') continue
    await makeVolume(ctx, volumeSpec(disk, instance.silo_id))
    await volumes.ensureAttached(disk.id, instance.id, ctx.signal)
  }
}
