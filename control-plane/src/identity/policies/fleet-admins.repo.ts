import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'

/**
 * Runs a change that may take a role from somebody: of a policy, a user, a group's members, a silo. These go one at a
 * time, so that no two of them each take what the other leaves.
 * @throws 400 when the fleet had an admin and the change leaves it none
 */
export async function keepFleetAdmin<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_xact_lock(7305502)`.execute(tx)
  const had = await hasFleetAdmin(tx)
  const result = await change()
  if (had && !(await hasFleetAdmin(tx)))
    throw invalidRequest('this would leave the fleet without an admin: make somebody else admin first')
  return result
}

/** Whether any user is there who is fleet admin: by a role of its own or of a group, in the fleet or as its silo maps. */
async function hasFleetAdmin(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    with admins as (
      select identity_id, null::uuid as silo_id from role_assignments where level = 'fleet' and role = 'admin'
      union all
      select r.identity_id, s.id from silos s join role_assignments r on r.level = 'silo' and r.resource_id = s.id
      where s.mapped_fleet_roles <> '{}' and (
        (s.mapped_fleet_roles -> 'admin' ? 'admin' and r.role = 'admin')
        or (s.mapped_fleet_roles -> 'collaborator' ? 'admin' and r.role in ('admin', 'collaborator'))
        or s.mapped_fleet_roles -> 'viewer' ? 'admin'))
    select 1 from admins a join users u on u.id = a.identity_id
    where u.silo_id = coalesce(a.silo_id, u.silo_id)
    union all
    select 1 from admins a join group_members m on m.group_id = a.identity_id join users u on u.id = m.user_id
    where u.silo_id = coalesce(a.silo_id, u.silo_id)
    limit 1`.execute(tx)
  return rows.length > 0
}
