import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import { placeInstance } from '../../../fleet/sleds/placement.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { ApiError } from '../../../kernel/http/errors.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { type InstanceRow, setRunState } from '../instances.repo.ts'
import { instanceMigrateSaga } from './instance-migrate.saga.ts'

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
