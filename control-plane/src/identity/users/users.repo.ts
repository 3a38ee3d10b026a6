import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database.ts'
import type { Row } from '../../kernel/tables.ts'

export type UserWithGroups = Pick<Row<'users'>, 'id' | 'silo_id' | 'external_id'> & { group_ids: string[] }

export const usersOfSilo = (db: Queryable, siloId: string) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.silo_id', 'users.external_id'])
    .select(
      sql<string[]>`to_json(array(
        select m.group_id from group_members m where m.user_id = users.id order by m.group_id))`.as('group_ids'),
    )
    .where('users.silo_id', '=', siloId)

export const membersOfGroup = (db: Queryable, siloId: string, groupId: string) =>
  usersOfSilo(db, siloId)
    .innerJoin('group_members', 'group_members.user_id', 'users.id')
    .where('group_members.group_id', '=', groupId)
