import type { Tx } from '../../../kernel/database/database.ts'
import { updateOwned } from '../../../kernel/sagas/saga-owner.ts'
import { defineSaga } from '../../../kernel/sagas/saga.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { releaseAddresses } from '../../../network/external-ips/external-ips.repo.ts'
import { deleteInterfaces } from '../../../network/network-interfaces/instance-interfaces.ts'
import { requireSettledDisks } from '../disks/instance-disks.ts'

/** Deletes an instance whose row is gone from the platform, and detaches its disks. */
export const instanceDeleteSaga = defineSaga<{ instanceId: string; diskIds: string[] }>(
  'instance-delete',
  [
    { name: 'release', do: ({ platform, signal }, { instanceId }) => platform.instances.release(instanceId, signal) },
    {
      name: 'detach',
      async do({ platform, signal }, { instanceId, diskIds }) {
        await Promise.all(diskIds.map((id) => platform.volumes.ensureDetached(id, instanceId, signal)))
      },
    },
    {
      name: 'detached',
      async write(tx, { diskIds }, { id, now }) {
        const detached = { state: 'detached', instance_id: null, saga_id: null, time_modified: now } as const
        for (const diskId of diskIds.toSorted()) await updateOwned(tx, 'disks', diskId, id, detached)
      },
    },
  ],
  { forward: true },
)

/**
 * Deletes a locked instance that has no machine, with its interfaces, addresses, keys and memberships. Floating IPs are
 * detached. A saga does the rest.
 * @param own the saga that owned the instance and its disks, if one did
 */
export async function removeInstance(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string; project_id: string },
  now: Date,
  own?: string,
): Promise<void> {
  await requireSettledDisks(tx, instance.id, own)
  const saga_id = randomId()
  const disks = await tx
    .updateTable('disks')
    .set({ state: 'detaching', saga_id, time_modified: now })
    .where('instance_id', '=', instance.id)
    .returning('id')
    .execute()
  await deleteInterfaces(tx, services, instance.id)
  await releaseAddresses(tx, instance.id, now)
  await tx.deleteFrom('instances').where('id', '=', instance.id).execute()
  const data = { instanceId: instance.id, diskIds: disks.map(({ id }) => id) }
  await services.sagas.begin(tx, instanceDeleteSaga, data, instance, saga_id)
}
