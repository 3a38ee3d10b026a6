import { defineSaga, type SagaContext } from '../../../kernel/saga.ts'
import { makeVolume } from '../../disks/disk-create.saga.ts'
import { disksOf, volumeSpec } from '../../disks/disks.repo.ts'
import { agree, type Drive, giveUp, settle } from './instance-drive.ts'
import { instanceSpec } from './instance-spec.ts'
import { drivenInstance } from '../instances.repo.ts'

/** Starts the machine of an instance that is `starting` and has its place. */
export const instanceStart = defineSaga<Drive>('instance-start', [
  {
    name: 'boot',
    async do(ctx, { instanceId }) {
      const instance = await drivenInstance(ctx.db, instanceId, ctx.id)
      if (!instance) return
      await finishTies(ctx, instance)
      const spec = await instanceSpec(ctx.db, instanceId)
      if (!spec) return
      const { bootedAt } = await ctx.platform.instances.start(spec, ctx.signal)
      await settle(ctx, instanceId, 'running', { time_booted: bootedAt })
    },
    undo: giveUp,
  },
  { name: 'agree', do: agree },
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
