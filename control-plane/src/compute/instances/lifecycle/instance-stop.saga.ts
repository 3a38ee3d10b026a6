import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { ownedInstance } from '../instances.repo.ts'
import { finishWith, type MachineOf } from './instance-machine.ts'

export interface MachineStop extends MachineOf {
  /** Powers off without waiting for the guest to shut down. */
  powerOff?: boolean
}

/** Ends the machine of a `stopping` instance, then releases its sled and quota. */
export const instanceStopSaga = defineSaga<MachineStop>(
  'instance-stop',
  [
    {
      name: 'halt',
      async do(ctx, { instanceId, powerOff }) {
        if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return
        await ctx.platform.instances[powerOff ? 'powerOff' : 'stop'](instanceId, ctx.signal)
        await finishWith(ctx, instanceId, 'stopped')
      },
    },
  ],
  { forward: true, background: true },
)
