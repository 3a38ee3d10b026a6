import type { icmp } from '@skerry/contract/fleet/icmp.ts'
import type { Queryable } from '../../../kernel/database/database.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { differenceOf } from '../../../kernel/http/difference.ts'
import { changeNetworking } from '../system-networking/lock.ts'

async function inboundIcmp(db: Queryable): Promise<{ enabled: boolean }> {
  const row = await db.selectFrom('system_networking').select('inbound_icmp').executeTakeFirstOrThrow()
  return { enabled: row.inbound_icmp }
}

export const icmpOps: Handlers<typeof icmp> = {
  networking_inbound_icmp_view(call) {
    call.access.onFleet()
    return inboundIcmp(call.db)
  },

  networking_inbound_icmp_update(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      await changeNetworking(tx, call.services)
      const before = await inboundIcmp(tx)
      await tx.updateTable('system_networking').set({ inbound_icmp: call.body.enabled }).execute()
      call.target('inbound-icmp', differenceOf(before, call.body))
    })
  },
}
