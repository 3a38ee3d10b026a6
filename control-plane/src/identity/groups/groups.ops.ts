import type { Group, groups } from '@skerry/contract/identity/groups.ts'
import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'

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

type GroupWithCount = Pick<Row<'groups'>, 'id' | 'silo_id' | 'external_id'> & { member_count: number }

const groupsOfSilo = (db: Queryable, siloId: string) =>
  db
    .selectFrom('groups')
    .select(['id', 'silo_id', 'external_id'])
    .select(sql<number>`(select count(*) from group_members m where m.group_id = groups.id)::int`.as('member_count'))
    .where('silo_id', '=', siloId)
