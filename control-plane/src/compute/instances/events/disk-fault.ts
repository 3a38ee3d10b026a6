import type { Tx } from '../../../kernel/database.ts'
import { lockInstance } from '../instances.repo.ts'

/** A disk that is faulted belongs to no instance any more, so that it can be deleted. */
export async function faultDisk(tx: Tx, diskId: string, now: Date): Promise<void> {
  const disk = await tx.selectFrom('disks').select('instance_id').where('id', '=', diskId).executeTakeFirst()
  if (!disk) return
  // The instance's row first, as everywhere.
  if (disk.instance_id && (await lockInstance(tx, disk.instance_id)))
    await tx
      .updateTable('instances')
      .set({ boot_disk_id: null, time_modified: now })
      .where('id', '=', disk.instance_id)
      .where('boot_disk_id', '=', diskId)
      .execute()
  await tx
    .updateTable('disks')
    .set({ state: 'faulted', instance_id: null, saga_id: null, time_modified: now })
    .where('id', '=', diskId)
    .where('state', '!=', 'creating')
    .execute()
}
