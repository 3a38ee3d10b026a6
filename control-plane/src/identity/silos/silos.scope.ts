import type { UserAsked } from '../../kernel/access/access.ts'
import type { Call } from '../../kernel/http/call.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { fleetRoleOfUser, strongestFleetRole } from '../users/users.repo.ts'
import { findSilo } from './silos.repo.ts'

type Asking = Pick<Call, 'access'>
type Selecting = Asking & { db: Queryable; query: { silo?: string | undefined } }

/** A silo with permission for the operation on it. @throws 404 when there is none that the actor may see, 403 */
async function namedSilo(
  { access }: Asking,
  db: Queryable,
  nameOrId: string,
  usersOf?: (silo: Row<'silos'>) => Promise<UserAsked>,
): Promise<Row<'silos'>> {
  const by = selector(nameOrId)
  const hidden = () => notFound('silo', by)
  const silo = await findSilo(db, by)
  if (!silo) throw hidden()
  access.onSilo(silo.id, hidden, silo.mapped_fleet_roles, await usersOf?.(silo))
  return silo
}

/** The silo that the request's `silo` selector names, with permission for the operation on it. @throws 404, 403 */
export const selectedSilo = (call: Selecting): Promise<Row<'silos'>> => namedSilo(call, call.db, call.query.silo ?? '')

/** The same, with permission for the operation on a user of it. @throws 404, 403 */
export const selectedSiloForUser = (call: Selecting, userId: string): Promise<Row<'silos'>> =>
  namedSilo(call, call.db, call.query.silo ?? '', (silo) => fleetRoleOfUser(call.db, silo, userId))

/** The same, with permission for an operation on how all users of it sign in. @throws 404, 403 */
export const selectedSiloForUsers = (call: Selecting): Promise<Row<'silos'>> =>
  namedSilo(call, call.db, call.query.silo ?? '', (silo) => strongestFleetRole(call.db, silo.id))

/** The silo in the path, with permission for the operation on it. @throws 404, 403 */
export const siloInPath = (call: Asking & { params: { silo: string } }, db: Queryable): Promise<Row<'silos'>> =>
  namedSilo(call, db, call.params.silo)
