import type { InstanceState } from '@skerry/contract/compute/instances.ts'
import type { SagaContext, Sagas, WriteContext } from '../../../kernel/saga.ts'
import { drivenInstance, type InstanceRow, lockDrivenInstance, setRunState } from '../instances.repo.ts'

/** What sagas that start, stop and reboot a machine are about. */
export interface Drive {
  instanceId: string
}

/** Lets functions that begin sagas for a request do so for a saga's step. */
export const begunBy = (ctx: WriteContext) => ({
  sagas: { begin: (_tx, saga, data) => ctx.begin(saga, data) } as Pick<Sagas, 'begin'> as Sagas,
})

/**
 * Moves the instance on to the state that the saga was for, unless something else drives it by now. Part of the step
 * that asked the platform: when a process ends between the two, the next one asks again, for its machines may be gone.
 */
export const settle = (
  ctx: SagaContext,
  instanceId: string,
  run_state: InstanceState,
  fields?: Partial<Pick<InstanceRow, 'time_booted' | 'sled_id'>>,
): Promise<void> =>
  ctx.transaction(async (tx, { now }) => {
    const instance = await lockDrivenInstance(tx, instanceId, ctx.id)
    if (instance) await setRunState(tx, instance, run_state, now, fields)
  })

/** Undoes a start or a reboot: no machine runs, the instance is failed and its place free. */
export async function giveUp(ctx: SagaContext, { instanceId }: Drive): Promise<void> {
  if (!(await drivenInstance(ctx.db, instanceId, ctx.id))) return agree(ctx, { instanceId })
  await ctx.platform.instances.stop(instanceId, ctx.signal)
  await settle(ctx, instanceId, 'failed')
}

/**
 * Ends the machine of an instance that is not to run any more. A saga that was superseded between looking at the books
 * and asking the platform may have started one that nobody else would end.
 */
export async function agree({ db, platform, signal }: SagaContext, { instanceId }: Drive): Promise<void> {
  const row = await db.selectFrom('instances').select('run_state').where('id', '=', instanceId).executeTakeFirst()
  if (!row) await platform.instances.release(instanceId, signal)
  else if (['stopping', 'stopped', 'failed'].includes(row.run_state)) await platform.instances.stop(instanceId, signal)
}
