import { placeInstance } from '../../../fleet/sleds/placement.ts'
import { takeCompute } from '../../../identity/quotas/quotas.repo.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { requireSettledDisks } from '../disks/instance-disks.ts'
import { type InstanceRow, setRunState } from '../instances.repo.ts'
import { instanceStartSaga } from './instance-start.saga.ts'

/**
 * Starts a locked instance that is stopped, failed or new: takes quota, then a sled. After an error the rollback of the
 * caller's transaction returns both.
 * @throws 507 when quota or sleds are exhausted, 400 when its groups contradict each other
 */
export async function startInstance(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: InstanceRow,
  now: Date,
  fields: Partial<Pick<InstanceRow, 'time_last_auto_restarted'>> = {},
): Promise<InstanceRow> {
  await requireSettledDisks(tx, instance.id)
  await takeCompute(tx, instance, { cpus: instance.ncpus, memory: instance.memory }, now)
  const sled_id = await placeInstance(tx, instance)
  const saga_id = await services.sagas.begin(tx, instanceStartSaga, { instanceId: instance.id }, instance)
  return setRunState(tx, instance, 'starting', now, { ...fields, sled_id, saga_id, intent: 'running' })
}
