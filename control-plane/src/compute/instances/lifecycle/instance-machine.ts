import type { InstanceState } from '@skerry/contract/rules/instances.ts'
import type { SagaContext } from '../../../kernel/sagas/saga.ts'
import { type InstanceRow, lockOwnedInstance, ownedInstance, setRunState } from '../instances.repo.ts'

/** What sagas that start, stop and reboot a machine are about. */
export interface MachineOf {
  instanceId: string
}

/**
 * Moves the instance to the state that the saga was for, while it owns the instance. Part of the step that asked the
 * platform: when a process ends between the two, the next one asks again, for its machines may be gone.
 */
export const finishWith = (
  ctx: SagaContext,
  instanceId: string,
  run_state: InstanceState,
  fields?: Partial<Pick<InstanceRow, 'time_booted' | 'sled_id'>>,
): Promise<void> =>
  ctx.transaction(async (tx, { now }) => {
    const instance = await lockOwnedInstance(tx, instanceId, ctx.id)
    if (instance) await setRunState(tx, instance, run_state, now, fields)
  })

/** Undoes a start or a reboot: no machine runs, the instance is failed and its place on the sled free. */
export async function failInstance(ctx: SagaContext, { instanceId }: MachineOf): Promise<void> {
  if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return endUnwanted(ctx, { instanceId })
  await ctx.platform.instances.stop(instanceId, ctx.signal)
  await finishWith(ctx, instanceId, 'failed')
}

/**
 * Ends the machine of an instance that should not run any more. A saga that lost the instance between reading its row
 * and asking the platform may have started one that nobody else would end.
 */
export async function endUnwanted({ db, platform, signal }: SagaContext, { instanceId }: MachineOf): Promise<void> {
  const row = await db.selectFrom('instances').select('run_state').where('id', '=', instanceId).executeTakeFirst()
  if (!row) await platform.instances.release(instanceId, signal)
  else if (['stopping', 'stopped', 'failed'].includes(row.run_state)) await platform.instances.stop(instanceId, signal)
}
