import type { MachineEventName } from '@skerry/contract/rules/history.ts'
import type { InstanceState } from '@skerry/contract/rules/instances.ts'
import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import type { SagaContext } from '../../../kernel/sagas/saga.ts'
import { unlessOvertaken } from '../../../kernel/sagas/unless-overtaken.ts'
import { type InstanceRow, lockOwnedInstance, ownedInstance, setRunState } from '../instances.repo.ts'

/** Data of the sagas that start, stop and reboot a machine. */
export interface MachineOf {
  instanceId: string
}

/**
 * Writes the state that the saga leads to, if it owns the instance. Part of the step that calls the platform: when the
 * process ends between the two, the next one calls again, since the machine may be gone.
 */
export const finishWith = (
  ctx: SagaContext,
  instanceId: string,
  run_state: InstanceState,
  fields?: Partial<Pick<InstanceRow, 'run_id' | 'time_booted' | 'sled_id'>>,
  happened?: { event: MachineEventName; reason?: string | undefined },
): Promise<void> =>
  ctx.transaction(async (tx, { now }) => {
    const instance = await lockOwnedInstance(tx, instanceId, ctx.id)
    if (!instance) return
    await setRunState(tx, instance, run_state, now, fields)
    if (happened)
      await keepMachineEvent(tx, { ...happened, subjectId: instanceId, projectId: instance.project_id }, now)
  })

/** Undoes a start or a reboot: the machine is ended, the instance failed and its place on the sled released. */
export async function failInstance(ctx: SagaContext, { instanceId }: MachineOf): Promise<void> {
  if (!(await ownedInstance(ctx.db, instanceId, ctx.id))) return endUnwanted(ctx, { instanceId })
  await ctx.platform.instances.stop(instanceId, ctx.signal)
  await finishWith(ctx, instanceId, 'failed', {}, { event: 'instance_failed', reason: 'It could not be started' })
}

/**
 * Ends the machine of an instance that should not run. A saga that lost the instance between reading its row and
 * calling the platform may have started one that no other saga would end.
 */
export async function endUnwanted({ db, platform, signal }: SagaContext, { instanceId }: MachineOf): Promise<void> {
  const { instances } = platform
  const row = await db.selectFrom('instances').select('run_state').where('id', '=', instanceId).executeTakeFirst()
  if (!row) await unlessOvertaken(() => instances.release(instanceId, signal))
  else if (['stopping', 'stopped', 'failed'].includes(row.run_state))
    await unlessOvertaken(() => instances.stop(instanceId, signal))
}
