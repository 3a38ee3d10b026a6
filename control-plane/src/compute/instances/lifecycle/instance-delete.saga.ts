import type { Tx } from '../../../kernel/database.ts'
import { defineSaga } from '../../../kernel/saga.ts'
import type { Services } from '../../../kernel/services.ts'
import { releaseAddresses } from '../../../network/external-ips/external-ips.repo.ts'
import { removeInterfaces } from '../../../network/network-interfaces/network-interfaces.repo.ts'

/** Takes apart what was real of an instance whose row is gone, and lets go of its disks. */
export const instanceDelete = defineSaga<{ instanceId: string; diskIds: string[] }>(
  'instance-delete',
  [
    { name: 'release', do: ({ platform, signal }, { instanceId }) => platform.instances.release(instanceId, signal) },
    {
      name: 'untie',
      async do({ platform, signal }, { instanceId, diskIds }) {
        await Promise.all(diskIds.map((id) => platform.volumes.ensureDetached(id, instanceId, signal)))
      },
    },
    {
      name: 'detached',
      async write(tx, { instanceId, diskIds }, { now }) {
        if (!diskIds.length) return
        await tx
          .updateTable('disks')
          .set({ state: 'detached', instance_id: null, time_modified: now })
          .where('id', 'in', diskIds)
          .where('instance_id', '=', instanceId)
          .where('state', '=', 'detaching')
          .execute()
      },
    },
  ],
  { forward: true },
)

/**
 * Removes an instance that is held and has no machine from the books: its interfaces, addresses, keys and memberships
 * go along, floating IPs and disks are let go. The saga does the rest.
 */
export async function removeInstance(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string },
  now: Date,
): Promise<void> {
  const disks = await tx
    .updateTable('disks')
    .set({ state: 'detaching', time_modified: now })
    .where('instance_id', '=', instance.id)
    .returning('id')
    .execute()
  await removeInterfaces(tx, services, instance.id)
  await releaseAddresses(tx, instance.id, now)
  await tx.deleteFrom('instances').where('id', '=', instance.id).execute()
  await services.sagas.begin(tx, instanceDelete, { instanceId: instance.id, diskIds: disks.map(({ id }) => id) })
}
