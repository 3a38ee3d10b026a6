import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'

export type GroupWithCount = Pick<Row<'groups'>, 'id' | 'silo_id' | 'external_id'> & { member_count: number }

export const groupsOfSilo = (db: Queryable, siloId: string) =>
  db
    .selectFrom('groups')
    .select(['id', 'silo_id', 'external_id'])
    .select(sql<number>`(select count(*) from group_members m where m.group_id = groups.id)::int`.as('member_count'))
    .where('silo_id', '=', siloId)
