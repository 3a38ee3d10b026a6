import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { ownedInstance } from '../instances.repo.ts'
import { finishWith, type MachineOf } from './instance-machine.ts'

/** Moves the machine of an instance that is `migrating` to the sled that was taken for it. */
export const instanceMigrate = defineSaga<MachineOf & { sledId: string }>(
  'instance-migrate',
  [
    {
      name: 'move',
      async do(ctx, { instanceId, sledId }) {
        if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return
        await ctx.platform.instances.migrate(instanceId, sledId, ctx.signal)
        await finishWith(ctx, instanceId, 'running', { sled_id: sledId })
      },
      // Where it was. Should it have been moved all the same, the reconciliation of machines finds it there.
      undo: (ctx, { instanceId }) => finishWith(ctx, instanceId, 'running'),
    },
  ],
  { background: true },
)
