import type { users } from '@skerry/contract/identity/users.ts'
import type { Handlers } from '../../kernel/call.ts'
import { notFound } from '../../kernel/errors.ts'
import { pageOf } from '../../kernel/paging.ts'
import { selector } from '../../kernel/scope.ts'
import { namedView } from '../../network/named.view.ts'
import { selectedSilo } from '../silos/silos.scope.ts'
import { userView } from './user.view.ts'
import { membersOfGroup, usersOfSilo } from './users.repo.ts'

type Built = 'user_list' | 'silo_user_list' | 'silo_user_view' | 'user_builtin_list' | 'user_builtin_view'

export const usersOps: Handlers<Pick<typeof users, Built>> = {
  async user_list(call) {
    const { siloId } = call.actor
    const { group } = call.query
    call.access.onSilo(siloId)
    if (group === undefined)
      return pageOf(call.page, call.sort, usersOfSilo(call.db, siloId), { table: 'users', view: userView })
    const found = call.db.selectFrom('groups').select('id').where('silo_id', '=', siloId).where('id', '=', group)
    if (!(await found.executeTakeFirst())) throw notFound('silo-group', { id: group })
    const members = membersOfGroup(call.db, siloId, group)
    return pageOf(call.page, call.sort, members, { table: 'users', view: userView })
  },

  async silo_user_list(call) {
    const silo = await selectedSilo(call)
    return pageOf(call.page, call.sort, usersOfSilo(call.db, silo.id), { table: 'users', view: userView })
  },

  async silo_user_view(call) {
    const silo = await selectedSilo(call)
    const id = call.params.user_id
    const user = await usersOfSilo(call.db, silo.id).where('users.id', '=', id).executeTakeFirst()
    if (!user) throw notFound('silo-user', { id })
    return userView(user)
  },

  user_builtin_list(call) {
    call.access.onFleet()
    const users = call.db.selectFrom('builtin_users').selectAll()
    return pageOf(call.page, call.sort, users, { table: 'builtin_users', view: namedView })
  },

  async user_builtin_view(call) {
    const by = selector(call.params.user)
    const hidden = () => notFound('user-builtin', by)
    call.access.onFleet(hidden)
    const users = call.db.selectFrom('builtin_users').selectAll()
    const found = 'id' in by ? users.where('id', '=', by.id) : users.where('name', '=', by.name)
    const user = await found.executeTakeFirst()
    if (!user) throw hidden()
    return namedView(user)
  },
}
