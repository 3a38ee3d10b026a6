import type { InstanceState } from '@skerry/contract/compute/instances.ts'
import type { Tx } from '../../kernel/database.ts'
import type { SagaContext, Sagas, WriteContext, WriteStep } from '../../kernel/saga.ts'
import { type InstanceRow, lockDrivenInstance, setRunState } from './instances.repo.ts'

/** What sagas that start, stop and reboot a machine are about. */
export interface Drive {
  instanceId: string
  /** When the platform said that the machine's run began, RFC 3339. */
  bootedAt?: string
}

/** Lets functions that begin sagas for a request do so for a saga's step. */
export const begunBy = (ctx: WriteContext) => ({
  sagas: { begin: (_tx, saga, data) => ctx.begin(saga, data) } as Pick<Sagas, 'begin'> as Sagas,
})

/** The first step of a saga that drives a machine: undone last, it leaves the instance failed, its place free. */
export const failWhenUndone: WriteStep<Drive> = {
  name: 'hold',
  async write() {},
  async unwrite(tx, { instanceId }, ctx) {
    const instance = await lockDrivenInstance(tx, instanceId, ctx.id)
    if (instance) await setRunState(tx, instance, 'failed', ctx.now)
  },
}

/** Moves the instance on to the state that the saga was for, unless something else drives it by now. */
export async function settle(
  tx: Tx,
  { instanceId }: Drive,
  ctx: WriteContext,
  run_state: InstanceState,
  fields?: Partial<Pick<InstanceRow, 'time_booted'>>,
): Promise<void> {
  const instance = await lockDrivenInstance(tx, instanceId, ctx.id)
  if (instance) await setRunState(tx, instance, run_state, ctx.now, fields)
}

/**
 * Ends the machine of an instance that is not to run any more. A saga that was superseded between looking at the books
 * and asking the platform may have started one that nobody else would end.
 */
export async function agree({ db, platform, signal }: SagaContext, instanceId: string): Promise<void> {
  const row = await db.selectFrom('instances').select('run_state').where('id', '=', instanceId).executeTakeFirst()
  if (!row) await platform.instances.release(instanceId, signal)
  else if (['stopping', 'stopped', 'failed'].includes(row.run_state)) await platform.instances.stop(instanceId, signal)
}
