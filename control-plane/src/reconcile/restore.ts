import { desiredVolumes } from '../compute/disks/disks.repo.ts'
import { desiredImages } from '../compute/images/images.repo.ts'
import { desiredInstances } from '../compute/instances/lifecycle/instance-spec.ts'
import { desiredSnapshots } from '../compute/snapshots/snapshots.repo.ts'
import { syncHardware } from '../fleet/inventory/inventory.ts'
import { networkingDocument } from '../fleet/rack/system-networking/document.ts'
import type { Queryable } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import { desiredVpcs } from '../network/vpcs/vpc-declare.saga.ts'

/**
 * Passes the platform all machines, volumes and networks that the database has, before any other call. Instances in
 * transition are left to their sagas, which continue afterwards.
 */
export async function restorePlatform(services: Services, signal?: AbortSignal): Promise<void> {
  const { db, platform } = services
  const { uninitializedSleds } = await platform.hardware.inventory(signal)
  const known = await db.selectFrom('sleds').select(['id', 'part', 'serial']).where('state', '=', 'active').execute()
  await platform.restore(
    {
      storage: await storageOf(db),
      // In the database but uninitialized on the platform: these were added by request.
      addedSleds: known.filter((sled) =>
        uninitializedSleds.some(({ baseboard }) => baseboard.part === sled.part && baseboard.serial === sled.serial),
      ),
      volumes: await desiredVolumes(db),
      snapshots: await desiredSnapshots(db),
      images: await desiredImages(db),
      instances: await desiredInstances(db),
      vpcs: await desiredVpcs(db),
      systemNetwork: await networkingDocument(db),
    },
    signal,
  )
  await db.updateTable('platform_storage').set({ used: true }).where('used', '=', false).execute()
  await syncHardware(services, signal)
}

/** The storage that belongs to the database, by the id with which it is marked. */
export const storageOf = (db: Queryable): Promise<{ id: string; used: boolean }> =>
  db.selectFrom('platform_storage').select(['id', 'used']).executeTakeFirstOrThrow()
