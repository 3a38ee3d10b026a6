import type { icmp } from '@skerry/contract/fleet/icmp.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { changeNetworking } from '../system-networking/lock.ts'

export const icmpOps: Handlers<typeof icmp> = {
  async networking_inbound_icmp_view(call) {
    call.access.onFleet()
    const row = await call.db.selectFrom('system_networking').select('inbound_icmp').executeTakeFirstOrThrow()
    return { enabled: row.inbound_icmp }
  },

  networking_inbound_icmp_update(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      await changeNetworking(tx, call.services)
      await tx.updateTable('system_networking').set({ inbound_icmp: call.body.enabled }).execute()
    })
  },
}
