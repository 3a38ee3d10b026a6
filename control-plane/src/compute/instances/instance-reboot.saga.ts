import { defineSaga } from '../../kernel/saga.ts'
import { agree, type Drive, failWhenUndone, settle } from './instance-drive.ts'
import { drivenInstance } from './instances.repo.ts'

/** Restarts the machine of an instance that is `rebooting`. */
export const instanceReboot = defineSaga<Drive>('instance-reboot', [
  failWhenUndone,
  {
    name: 'restart',
    async do(ctx, { instanceId }) {
      if (!(await drivenInstance(ctx.db, instanceId, ctx.id))) return
      const { bootedAt } = await ctx.platform.instances.reboot(instanceId, ctx.id, ctx.signal)
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
])
