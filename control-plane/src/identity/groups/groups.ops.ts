import type { Group, groups } from '@skerry/contract/identity/groups.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { type GroupWithCount, groupsOfSilo } from './groups.repo.ts'

const groupView = (row: GroupWithCount): Group => ({
  id: row.id,
  display_name: row.external_id,
  silo_id: row.silo_id,
  member_count: row.member_count,
})

export const groupsOps: Handlers<typeof groups> = {
  group_list(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    return pageOf(call.page, call.sort, groupsOfSilo(call.db, siloId), { table: 'groups', view: groupView })
  },

  async group_view(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    const id = call.params.group_id
    const group = await groupsOfSilo(call.db, siloId).where('id', '=', id).executeTakeFirst()
    if (!group) throw notFound('silo-group', { id })
    return groupView(group)
  },
}
