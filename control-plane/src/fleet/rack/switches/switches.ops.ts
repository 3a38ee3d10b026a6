import type { Switch, switches } from '@skerry/contract/fleet/switches.ts'
import { requireOnFleet } from '../../../kernel/access/require-on-fleet.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { pageOf } from '../../../kernel/http/paging.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { missingSince } from '../../inventory/unlisted-hardware.repo.ts'
import { findSwitch, listedSwitches } from './switches.repo.ts'

const switchView = (row: Row<'switches'>): Switch => ({
  id: row.id,
  baseboard: { part: row.part, serial: row.serial, revision: row.revision },
  rack_id: row.rack_id,
  switch_location: row.location,
  time_missing: missingSince(row),
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

export const switchesOps: Handlers<typeof switches> = {
  switch_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedSwitches(call.db), { table: 'switches', view: switchView })
  },

  async switch_view(call) {
    const id = call.params.switch_id
    return switchView(requireOnFleet(call, 'switch', { id }, await findSwitch(call.db, id)))
  },
}
