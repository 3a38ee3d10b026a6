import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { unlessOvertaken } from '../../../kernel/sagas/unless-overtaken.ts'
import { ownedInstance } from '../instances.repo.ts'
import { finishWith, type MachineOf } from './instance-machine.ts'

/** Moves the machine of a `migrating` instance to its new sled. */
export const instanceMigrateSaga = defineSaga<MachineOf & { sledId: string; reason?: string }>(
  'instance-migrate',
  [
    {
      name: 'move',
      slow: () => true,
      async do(ctx, { instanceId, sledId, reason }) {
        if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return
        await ctx.platform.instances.migrate(instanceId, sledId, ctx.signal)
        await finishWith(ctx, instanceId, 'running', { sled_id: sledId }, { event: 'instance_moved', reason })
      },
      // Back on its old sled. If it did move, machine reconciliation finds it.
      async undo(ctx, { instanceId }) {
        await unlessOvertaken(() => ctx.platform.settle(instanceId, ctx.signal))
        await finishWith(ctx, instanceId, 'running')
      },
    },
  ],
  { background: true },
)
