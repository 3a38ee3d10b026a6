import { defineSaga } from '../../../kernel/saga.ts'
import { agree, type Drive, giveUp, settle } from './instance-drive.ts'
import { drivenInstance } from '../instances.repo.ts'

/** Restarts the machine of an instance that is `rebooting`. */
export const instanceReboot = defineSaga<Drive>('instance-reboot', [
  {
    name: 'restart',
    async do(ctx, { instanceId }) {
      if (!(await drivenInstance(ctx.db, instanceId, ctx.id))) return
      const { bootedAt } = await ctx.platform.instances.reboot(instanceId, ctx.id, ctx.signal)
      await settle(ctx, instanceId, 'running', { time_booted: bootedAt })
    },
    undo: giveUp,
  },
  { name: 'agree', do: agree },
])
