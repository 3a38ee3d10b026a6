import type { physicalDisks } from '@skerry/contract/fleet/physical-disks.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { physicalDiskView } from './physical-disk.view.ts'
import { findPhysicalDisk, listedDisks } from './physical-disks.repo.ts'

export const physicalDisksOps: Handlers<typeof physicalDisks> = {
  physical_disk_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedDisks(call.db), { table: 'physical_disks', view: physicalDiskView })
  },

  async physical_disk_view(call) {
    const id = call.params.disk_id
    return physicalDiskView(requireOnFleet(call, 'physical-disk', { id }, await findPhysicalDisk(call.db, id)))
  },
}
