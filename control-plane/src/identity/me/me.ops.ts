import type { me } from '@skerry/contract/identity/me.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { pageOf } from '../../kernel/http/paging.ts'

export const meOps: Handlers<typeof me> = {
  current_user_view({ actor, access }) {
    access.onSelf()
    return {
      id: actor.userId,
      display_name: actor.displayName,
      silo_id: actor.siloId,
      silo_name: actor.siloName,
      fleet_viewer: access.fleetRole !== undefined,
    }
  },

  current_user_groups({ actor, access, db, page, sort }) {
    access.onSelf()
    const groups = db
      .selectFrom('groups')
      .innerJoin('group_members', 'group_members.group_id', 'groups.id')
      .select(['groups.id', 'groups.silo_id', 'groups.external_id'])
      .where('group_members.user_id', '=', actor.userId)
    return pageOf(page, sort, groups, {
      table: 'groups',
      view: (row) => ({ id: row.id, silo_id: row.silo_id, display_name: row.external_id }),
    })
  },
}
