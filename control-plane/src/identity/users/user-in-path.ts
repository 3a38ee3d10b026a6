import type { Call } from '../../kernel/http/call.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { notFound } from '../../kernel/http/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { fleetRoleOfUser } from './users.repo.ts'

type UserCall = Pick<Call, 'access'> & { params: { user_id: string } }

/** The user in the path, of any silo, after its permission check. @throws 404, 403 */
export async function userInPath({ access, params }: UserCall, db: Queryable): Promise<Row<'users'>> {
  const id = params.user_id
  const hidden = () => notFound('silo-user', { id })
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw hidden()
  const silo = await db.selectFrom('silos').selectAll().where('id', '=', user.silo_id).executeTakeFirst()
  if (!silo) throw hidden()
  access.onSilo(silo.id, hidden, silo.mapped_fleet_roles, await fleetRoleOfUser(db, silo, id))
  return user
}
