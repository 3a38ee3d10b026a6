import type { bfd, BfdStatus } from '@skerry/contract/fleet/bfd.ts'
import { sessionProblem } from '@skerry/contract/rules/bfd.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { invalidRequest, notFoundWhat } from '../../../kernel/http/errors.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { BfdSessionStatus } from '../../../platform/interface/system-network.ts'
import { switchLocation } from '../system-networking/location.ts'
import { changeNetworking } from '../system-networking/lock.ts'

const statusView = (row: Row<'bfd_sessions'>, state: BfdSessionStatus['state'] | undefined): BfdStatus => ({
  detection_threshold: row.detection_threshold,
  local: row.local,
  mode: row.mode,
  peer: row.remote,
  required_rx: BigInt(row.required_rx),
  // Not declared to the platform yet.
  state: state ?? 'admin_down',
  switch: row.switch_location,
})

export const bfdOps: Handlers<typeof bfd> = {
  networking_bfd_enable(call) {
    call.access.onFleet()
    const { remote, detection_threshold, local, mode, required_rx } = call.body
    const switch_location = switchLocation(call.body.switch)
    const problem = local ? sessionProblem(remote, local) : undefined
    if (problem) throw invalidRequest(problem)
    const settings = { local: local ?? null, mode, detection_threshold, required_rx: String(required_rx) }
    return call.transaction(async (tx) => {
      await changeNetworking(tx, call.services)
      const { id } = await tx
        .insertInto('bfd_sessions')
        .values({ id: randomId(), switch_location, remote, ...settings })
        .onConflict((conflict) => conflict.columns(['switch_location', 'remote']).doUpdateSet(settings))
        .returning('id')
        .executeTakeFirstOrThrow()
      call.target(id)
    })
  },

  networking_bfd_disable(call) {
    call.access.onFleet()
    const { remote } = call.body
    const switch_location = switchLocation(call.body.switch)
    return call.transaction(async (tx) => {
      await changeNetworking(tx, call.services)
      const deleted = await tx
        .deleteFrom('bfd_sessions')
        .where('switch_location', '=', switch_location)
        .where('remote', '=', remote)
        .returning('id')
        .executeTakeFirst()
      if (!deleted) throw notFoundWhat(`BFD session of ${switch_location} with ${remote}`)
      call.target(deleted.id)
    })
  },

  async networking_bfd_status(call) {
    call.access.onFleet()
    const sessions = await call.services.platform.systemNetwork.bfdSessions()
    const states = new Map(sessions.map(({ id, state }) => [id, state]))
    const rows = await call.db
      .selectFrom('bfd_sessions')
      .selectAll()
      .orderBy('switch_location')
      .orderBy('remote')
      .execute()
    return rows.map((row) => statusView(row, states.get(row.id)))
  },
}
