import type { UserPassword, users } from '@skerry/contract/identity/users.ts'
import { selector } from '../../kernel/access/scope.ts'
import { lockSiloShared } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, invalidValue, notFound } from '../../kernel/http/errors.ts'
import { namedView } from '../../kernel/http/named.view.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { keepFleetAdmin } from '../policies/fleet-admins.repo.ts'
import { selectedSilo, selectedSiloForUser } from '../silos/silos.scope.ts'
import { userView } from './user.view.ts'
import { deleteUser, insertUser, lockUser, membersOfGroup, setPassword, userBytes, usersOfSilo } from './users.repo.ts'

/** @throws 404 when users come from an identity provider */
function requireLocal(silo: Row<'silos'>): void {
  if (silo.identity_mode !== 'local_only') throw notFound('identity-provider', { name: 'local' })
}

const userList = { table: 'users', view: userView, bytes: userBytes }

/** @throws 400 for an empty password */
async function hashOf({ services }: Pick<Call, 'services'>, password: UserPassword): Promise<string | null> {
  if (password.mode !== 'password') return null
  if (!password.value) throw invalidValue('password', 'must not be empty', { given: { name: 'value' } })
  return services.passwords.hash(password.value)
}

type UserAccess = 'user_logout' | 'user_session_list' | 'user_token_list'

export const usersOps: Handlers<Omit<typeof users, UserAccess>> = {
  async local_idp_user_create(call) {
    const silo = await selectedSilo(call)
    requireLocal(silo)
    const { external_id, password } = call.body
    const password_hash = await hashOf(call, password)
    return call.transaction(async (tx) => {
      await lockSiloShared(tx, silo.id, () => notFound('silo', selector(call.query.silo)))
      const user = await insertUser(tx, { silo_id: silo.id, external_id, password_hash }, call.now)
      call.target(user.id, { external_id })
      return userView({ ...user, group_ids: [] })
    })
  },

  async local_idp_user_delete(call) {
    const id = call.params.user_id
    const silo = await selectedSiloForUser(call, id)
    await call.transaction((tx) =>
      keepFleetAdmin(tx, async () => {
        const user = await lockUser(tx, silo.id, id)
        if (!user) throw notFound('silo-user', { id })
        // The user may have got a fleet role since the first check.
        await selectedSiloForUser({ access: call.access, query: call.query, db: tx }, id)
        call.target(id, { external_id: user.external_id })
        if (id === call.actor.userId) throw invalidRequest('you cannot delete yourself: ask another admin')
        await deleteUser(tx, id)
      }),
    )
  },

  async local_idp_user_set_password(call) {
    const id = call.params.user_id
    const silo = await selectedSiloForUser(call, id)
    requireLocal(silo)
    const passwordHash = await hashOf(call, call.body)
    const { credential } = call.actor
    await call.transaction(async (tx) => {
      // The user may have got a fleet role since the first check.
      await selectedSiloForUser({ access: call.access, query: call.query, db: tx }, id)
      const exceptSession = credential.kind === 'session' ? credential.id : undefined
      const change = () => setPassword(tx, { siloId: silo.id, id }, passwordHash, { exceptSession, now: call.now })
      const set = passwordHash === null ? await keepFleetAdmin(tx, change) : await change()
      if (!set) throw notFound('silo-user', { id })
      call.target(id, { mode: call.body.mode })
    })
  },

  async user_list(call) {
    const { siloId } = call.actor
    const { group } = call.query
    call.access.onSilo(siloId)
    if (group === undefined) return pageOf(call.page, call.sort, usersOfSilo(call.db, siloId), userList)
    const found = call.db.selectFrom('groups').select('id').where('silo_id', '=', siloId).where('id', '=', group)
    if (!(await found.executeTakeFirst())) throw notFound('silo-group', { id: group })
    const members = membersOfGroup(call.db, siloId, group)
    return pageOf(call.page, call.sort, members, userList)
  },

  async silo_user_list(call) {
    const silo = await selectedSilo(call)
    return pageOf(call.page, call.sort, usersOfSilo(call.db, silo.id), userList)
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
