import type { Rack, racks } from '@skerry/contract/fleet/racks.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { missingSince } from '../inventory/unlisted-hardware.repo.ts'
import { findRack, listedRacks } from './racks.repo.ts'

const rackView = (row: Row<'racks'>): Rack => ({
  id: row.id,
  time_missing: missingSince(row),
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

export const racksOps: Handlers<typeof racks> = {
  rack_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedRacks(call.db), { table: 'racks', view: rackView })
  },

  async rack_view(call) {
    const id = call.params.rack_id
    return rackView(requireOnFleet(call, 'rack', { id }, await findRack(call.db, id)))
  },
}
