import { defineSaga } from '../../../kernel/saga.ts'
import { drivenInstance } from '../instances.repo.ts'
import { type Drive, settle } from './instance-drive.ts'

/** Moves the machine of an instance that is `migrating` to the sled that was taken for it. */
export const instanceMigrate = defineSaga<Drive & { sledId: string }>('instance-migrate', [
  {
    name: 'move',
    async do(ctx, { instanceId, sledId }) {
      if (!(await drivenInstance(ctx.db, instanceId, ctx.id))) return
      await ctx.platform.instances.migrate(instanceId, sledId, ctx.signal)
      await settle(ctx, instanceId, 'running', { sled_id: sledId })
    },
    // Where it was. Should it have been moved all the same, the reconciliation of machines finds it there.
    undo: (ctx, { instanceId }) => settle(ctx, instanceId, 'running'),
  },
])
