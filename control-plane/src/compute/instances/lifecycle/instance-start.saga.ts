import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { ownedInstance } from '../instances.repo.ts'
import { endUnwanted, failInstance, finishWith, type MachineOf } from './instance-machine.ts'
import { instanceSpec } from './instance-spec.ts'

/** Starts the machine of a `starting` instance on its sled. */
export const instanceStartSaga = defineSaga<MachineOf>(
  'instance-start',
  [
    {
      name: 'boot',
      async do(ctx, { instanceId }) {
        if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return
        const spec = await instanceSpec(ctx.db, instanceId)
        if (!spec) return
        const { runId, bootedAt } = await ctx.platform.instances.start(spec, ctx.signal)
        await finishWith(ctx, instanceId, 'running', { run_id: runId, time_booted: bootedAt })
      },
      undo: failInstance,
    },
    { name: 'end unwanted', do: endUnwanted },
  ],
  { background: true },
)
