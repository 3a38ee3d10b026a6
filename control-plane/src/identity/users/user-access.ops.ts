import type { ConsoleSession, users } from '@skerry/contract/identity/users.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers, Call } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { accessTokenView } from '../access-tokens/access-token.view.ts'
import { validTokens } from '../access-tokens/access-tokens.repo.ts'
import { validSessions } from '../sessions/sessions.repo.ts'
import { endAccess } from './user-access.repo.ts'
import { lockUser, fleetRoleOfUser } from './users.repo.ts'

const sessionView = (row: Pick<Row<'sessions'>, 'id' | 'time_created' | 'time_last_used'>): ConsoleSession => ({
  id: row.id,
  time_created: timestamp(row.time_created),
  time_last_used: timestamp(row.time_last_used),
})

/** Sessions and tokens of a user, and ending all of them. */
export const userAccessOps: Handlers<Pick<typeof users, 'user_logout' | 'user_session_list' | 'user_token_list'>> = {
  async user_session_list(call) {
    const { id } = await userInPath(call, call.db)
    const sessions = validSessions(call.db, id, { now: call.now, limits: call.services.settings.sessions })
    return pageOf(call.page, call.sort, sessions, { table: 'sessions', view: sessionView })
  },

  async user_token_list(call) {
    const { id } = await userInPath(call, call.db)
    const tokens = validTokens(call.db, id, call.now)
    return pageOf(call.page, call.sort, tokens, { table: 'access_tokens', view: accessTokenView })
  },

  async user_logout(call) {
    const { id, silo_id } = await userInPath(call, call.db)
    await call.transaction(async (tx) => {
      const user = await lockUser(tx, silo_id, id)
      if (!user) throw notFound('silo-user', { id })
      // Checked again now that the user is locked. The session of this request may be among those that end.
      await userInPath(call, tx)
      await call.confirmAccess(tx)
      call.target(id, { external_id: user.external_id, ...(await endAccess(tx, id)) })
    })
  },
}

type UserCall = Pick<Call, 'access'> & { params: { user_id: string } }

/** The user in the path, of any silo, after its permission check. @throws 404, 403 */
async function userInPath({ access, params }: UserCall, db: Queryable): Promise<Row<'users'>> {
  const id = params.user_id
  const hidden = () => notFound('silo-user', { id })
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw hidden()
  const silo = await db.selectFrom('silos').selectAll().where('id', '=', user.silo_id).executeTakeFirst()
  if (!silo) throw hidden()
  access.onSilo(silo.id, hidden, silo.mapped_fleet_roles, await fleetRoleOfUser(db, silo, id))
  return user
}
