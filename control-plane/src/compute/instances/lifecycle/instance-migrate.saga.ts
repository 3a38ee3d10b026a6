import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import { placeInstance } from '../../../fleet/sleds/placement.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { ApiError } from '../../../kernel/http/errors.ts'
import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { unlessOvertaken } from '../../../kernel/sagas/unless-overtaken.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { type InstanceRow, ownedInstance, setRunState } from '../instances.repo.ts'
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

/**
 * Begins the migration of a locked running instance: takes a place on another sled beside its present one. It stays
 * where it is when no other sled has room or its groups allow none.
 */
export async function migrateInstance(
  tx: Tx,
  { sagas, log }: Pick<Services, 'sagas' | 'log'>,
  instance: InstanceRow,
  reason: string,
  now: Date,
): Promise<void> {
  const instanceId = instance.id
  try {
    const sledId = await placeInstance(tx, instance, instance.sled_id ?? undefined)
    const saga_id = await sagas.begin(tx, instanceMigrateSaga, { instanceId, sledId, reason }, instance)
    await setRunState(tx, instance, 'migrating', now, { saga_id, migration_sled_id: sledId })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log('warn', 'instance could not be moved to another sled', { instance_id: instanceId, reason: error.message })
    const subject = { subjectId: instanceId, projectId: instance.project_id }
    await keepMachineEvent(tx, { event: 'instance_not_moved', ...subject, reason: error.message }, now)
  }
}
