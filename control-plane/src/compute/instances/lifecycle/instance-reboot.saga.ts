import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { PlatformError } from '../../../platform/interface/platform-error.ts'
import { ownedInstance } from '../instances.repo.ts'
import { endUnwanted, failInstance, finishWith, type MachineOf } from './instance-machine.ts'

const NO_SPACE = "The host's storage is full. Free some space, then reboot it again."

/** Reboots the machine of a `rebooting` instance. */
export const instanceRebootSaga = defineSaga<MachineOf>(
  'instance-reboot',
  [
    {
      name: 'restart',
      async do(ctx, { instanceId }) {
        if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return
        try {
          const { runId, bootedAt } = await ctx.platform.instances.reboot(instanceId, ctx.id, ctx.signal)
          await finishWith(ctx, instanceId, 'running', { run_id: runId, time_booted: bootedAt })
        } catch (error) {
          // Its machine runs on, so the saga must not own the instance when it is undone.
          if (error instanceof PlatformError && error.kind === 'no-space')
            await finishWith(ctx, instanceId, 'running', {}, { event: 'instance_not_rebooted', reason: NO_SPACE })
          throw error
        }
      },
      undo: failInstance,
    },
    { name: 'end unwanted', do: endUnwanted },
  ],
  { background: true },
)
