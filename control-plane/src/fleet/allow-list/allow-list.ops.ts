import type { AllowList, allowList } from '@skerry/contract/fleet/allow-list.ts'
import { allowListProblem } from '@skerry/contract/rules/allow-list.ts'
import { shownAddress } from '../../kernel/access/client-address.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { timestamp } from '../../kernel/values/time.ts'

const view = ({ networks, time_created, time_modified }: Row<'allow_list'>): AllowList => ({
  allowed_ips: networks ? { allow: 'list', ips: networks } : { allow: 'any' },
  time_created: timestamp(time_created),
  time_modified: timestamp(time_modified),
})

/** With an ETag, which must not depend on the caller's address. */
function answer(call: Call, list: AllowList): AllowList {
  tagged(call, list)
  return { ...list, caller_address: shownAddress(call.remoteAddress) }
}

export const allowListOps: Handlers<typeof allowList> = {
  async networking_allow_list_view(call) {
    call.access.onFleet()
    return answer(call, view(await call.db.selectFrom('allow_list').selectAll().executeTakeFirstOrThrow()))
  },

  async networking_allow_list_update(call) {
    call.access.onFleet()
    const { allowed_ips } = call.body
    const networks = allowed_ips.allow === 'any' ? null : allowed_ips.ips
    const problem = networks && allowListProblem(networks, shownAddress(call.remoteAddress) ?? undefined)
    if (problem) throw invalidRequest(problem)
    const after = await call.transaction(async (tx) => {
      const before = view(await tx.selectFrom('allow_list').selectAll().forUpdate().executeTakeFirstOrThrow())
      requireMatch(call, before)
      const row = await tx
        .updateTable('allow_list')
        .set({ networks: networks && JSON.stringify(networks), time_modified: call.now })
        .returningAll()
        .executeTakeFirstOrThrow()
      call.target('allow-list', differenceOf(before.allowed_ips, view(row).allowed_ips))
      return view(row)
    })
    await call.services.sources.read()
    return answer(call, after)
  },
}
