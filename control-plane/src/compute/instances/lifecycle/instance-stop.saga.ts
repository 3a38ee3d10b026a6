import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { ownedInstance } from '../instances.repo.ts'
import { finishWith, type MachineOf } from './instance-machine.ts'

/** Ends the machine of a `stopping` instance, then releases its sled and quota. */
export const instanceStop = defineSaga<MachineOf>(
  'instance-stop',
  [
    {
      name: 'halt',
      async do(ctx, { instanceId }) {
        if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return
        await ctx.platform.instances.stop(instanceId, ctx.signal)
        await finishWith(ctx, instanceId, 'stopped')
      },
    },
  ],
  { forward: true, background: true },
)
