import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { findSilo } from '../silos/silos.repo.ts'
import { fleetRoleOfUser } from '../users/users.repo.ts'

/**
 * Runs a change that may remove roles: of a policy, a user, a group's members, a silo, a
 * provider. An advisory lock serializes
 * them: two at once could remove the last two admins.
 * @throws 400 when the change would remove the last fleet admin
 */
export async function keepFleetAdmin<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_xact_lock(7305502)`.execute(tx)
  const hadAdmin = await hasFleetAdmin(tx)
  const result = await change()
  if (hadAdmin && !(await hasFleetAdmin(tx)))
    throw invalidRequest('this would leave the fleet without an admin: make another user admin first')
  return result
}

/**
 * Like the function above, for a sign-in, which replaces the user's groups. Skips the lock unless the user is a fleet
 * admin.
 */
export async function keepFleetAdminAtSignIn<T>(
  tx: Tx,
  { siloId, externalId }: { siloId: string; externalId: string },
  change: () => Promise<T>,
): Promise<T> {
  const silo = await findSilo(tx, { id: siloId })
  const users = tx.selectFrom('users').select('id').where('silo_id', '=', siloId).where('external_id', '=', externalId)
  const user = await users.executeTakeFirst()
  const isAdmin = silo && user && (await fleetRoleOfUser(tx, silo, user.id)).fleetRole === 'admin'
  return isAdmin ? keepFleetAdmin(tx, change) : change()
}

/**
 * Whether a fleet admin can sign in. The role may be direct or from a group, on the fleet or mapped by the silo. Local
 * users without a password do not count, even with valid tokens, nor users of a silo whose providers are deleted.
 */
async function hasFleetAdmin(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    with admins as (
      select identity_id, null::uuid as silo_id from role_assignments where level = 'fleet' and role = 'admin'
      union all
      select r.identity_id, s.id from silos s join role_assignments r on r.level = 'silo' and r.resource_id = s.id
      where s.mapped_fleet_roles <> '{}' and (
        (s.mapped_fleet_roles -> 'admin' ? 'admin' and r.role = 'admin')
        or (s.mapped_fleet_roles -> 'collaborator' ? 'admin' and r.role in ('admin', 'collaborator'))
        or s.mapped_fleet_roles -> 'viewer' ? 'admin')),
    holders as (
      select a.identity_id as user_id, a.silo_id from admins a
      union all
      select m.user_id, a.silo_id from admins a join group_members m on m.group_id = a.identity_id)
    select 1 from holders h join users u on u.id = h.user_id join silos s on s.id = u.silo_id
    where u.silo_id = coalesce(h.silo_id, u.silo_id)
      and (u.password_hash is not null or s.identity_mode = 'saml_jit'
        and exists (select from saml_identity_providers p where p.silo_id = s.id))
    limit 1`.execute(tx)
  return rows.length > 0
}
