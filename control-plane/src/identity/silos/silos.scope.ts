import type { UserAsked } from '../../kernel/access/access.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { fleetRoleOfUser, strongestFleetRole } from '../users/users.repo.ts'
import { findSilo } from './silos.repo.ts'

type AccessCall = Pick<Call, 'access'>
type SelectingCall = AccessCall & { db: Queryable; query: { silo?: string | undefined } }

/** A silo, for a caller that may know of all. @throws 404 */
export async function requireSilo(db: Queryable, nameOrId: string): Promise<Row<'silos'>> {
  const by = selector(nameOrId)
  const silo = await findSilo(db, by)
  if (!silo) throw notFound('silo', by)
  return silo
}

/** Finds a silo and checks permission for the operation. @throws 404 when it is not visible to the caller, 403 */
async function namedSilo(
  { access }: AccessCall,
  db: Queryable,
  nameOrId: string,
  usersOf?: (silo: Row<'silos'>) => Promise<UserAsked>,
): Promise<Row<'silos'>> {
  const silo = await requireSilo(db, nameOrId)
  const hidden = () => notFound('silo', selector(nameOrId))
  access.onSilo(silo.id, hidden, silo.mapped_fleet_roles, await usersOf?.(silo))
  return silo
}

/** The silo in the query parameter `silo`, after its permission check. @throws 404, 403 */
export const selectedSilo = (call: SelectingCall): Promise<Row<'silos'>> =>
  namedSilo(call, call.db, call.query.silo ?? '')

/** The selected silo, with permission for the operation on one of its users. @throws 404, 403 */
export const selectedSiloForUser = (call: SelectingCall, userId: string): Promise<Row<'silos'>> =>
  namedSilo(call, call.db, call.query.silo ?? '', (silo) => fleetRoleOfUser(call.db, silo, userId))

/** The selected silo, with permission for an operation that affects the sign-in of all its users. @throws 404, 403 */
export const selectedSiloForUsers = (call: SelectingCall): Promise<Row<'silos'>> =>
  namedSilo(call, call.db, call.query.silo ?? '', (silo) => strongestFleetRole(call.db, silo.id))

/** The silo in the path, after its permission check. @throws 404, 403 */
export const siloInPath = (call: AccessCall & { params: { silo: string } }, db: Queryable): Promise<Row<'silos'>> =>
  namedSilo(call, db, call.params.silo)
