import { supportBundleCollectSaga } from '../fleet/support-bundles/support-bundle-collect.saga.ts'
import { fleet } from '../kernel/sagas/saga.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { daysAgo, type Seeding } from './seeding.ts'

const REASON = 'Requested by an operator'

/** A failed bundle, and one that the server collects once it runs. */
export async function seedSupportBundles(seeding: Seeding): Promise<void> {
  const { tx, services, inventory, now } = seeding
  const [one, other] = inventory.physicalDisks.filter(({ formFactor, expunged }) => formFactor === 'u2' && !expunged)
  const [id, saga_id] = [randomId(), randomId()]
  const failed = {
    id: randomId(),
    physical_disk_id: one?.id ?? null,
    state: 'failed' as const,
    reason_for_creation: REASON,
    reason_for_failure: 'No space is left where files are kept',
    saga_id: null,
    time_created: daysAgo(seeding, 6),
    time_modified: daysAgo(seeding, 6),
  }
  const collecting = {
    id,
    physical_disk_id: other?.id ?? null,
    state: 'collecting' as const,
    reason_for_creation: REASON,
    reason_for_failure: null,
    saga_id,
    time_created: now,
    time_modified: now,
  }
  await tx.insertInto('support_bundles').values([failed, collecting]).execute()
  await services.sagas.begin(tx, supportBundleCollectSaga, { bundleId: id }, fleet, saga_id)
}
