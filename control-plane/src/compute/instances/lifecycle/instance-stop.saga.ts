import { defineSaga } from '../../../kernel/saga.ts'
import { type Drive, settle } from './instance-drive.ts'
import { drivenInstance } from '../instances.repo.ts'

/** Ends the machine of an instance that is `stopping`; then its place and its part of the quota are free. */
export const instanceStop = defineSaga<Drive>(
  'instance-stop',
  [
    {
      name: 'halt',
      async do(ctx, { instanceId }) {
        if (!(await drivenInstance(ctx.db, instanceId, ctx.id))) return
        await ctx.platform.instances.stop(instanceId, ctx.signal)
        await settle(ctx, instanceId, 'stopped')
      },
    },
  ],
  { forward: true },
)
