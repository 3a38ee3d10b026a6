import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/tables.ts'

/** A policy belongs to the fleet, a silo or a project; identities of the latter two are the silo's. */
export interface PolicyHolder {
  level: Row<'role_assignments'>['level']
  resourceId: string
  siloId?: string
}

export interface Assignment {
  identity_id: string
  identity_type: 'silo_user' | 'silo_group'
  role_name: Row<'role_assignments'>['role']
}

const MAX_ASSIGNMENTS = 64

/** Sorted by role, then identity. */
export async function readPolicy(db: Queryable, holder: PolicyHolder): Promise<{ role_assignments: Assignment[] }> {
  const role_assignments = await db
    .selectFrom('role_assignments')
    .select(['identity_id', 'identity_type', 'role as role_name'])
    .where('level', '=', holder.level)
    .where('resource_id', '=', holder.resourceId)
    .orderBy('role')
    .orderBy('identity_id')
    .execute()
  return { role_assignments }
}

/** Only one policy is written at a time, since the last fleet admin may hang on a silo's. */
export const lockPolicies = (tx: Tx) => sql`select pg_advisory_xact_lock(7305502)`.execute(tx)

/** @throws 400 for too many assignments, identities that are not there, and the loss of the last fleet admin */
export async function replacePolicy(tx: Tx, holder: PolicyHolder, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length > MAX_ASSIGNMENTS)
    throw invalidRequest(`a policy may have at most ${MAX_ASSIGNMENTS} role assignments`)
  await requireIdentities(tx, holder, assignments)
  await tx
    .deleteFrom('role_assignments')
    .where('level', '=', holder.level)
    .where('resource_id', '=', holder.resourceId)
    .execute()
  if (assignments.length)
    await tx
      .insertInto('role_assignments')
      .values(
        assignments.map(({ role_name, ...identity }) => ({
          level: holder.level,
          resource_id: holder.resourceId,
          role: role_name,
          ...identity,
        })),
      )
      .onConflict((same) => same.doNothing())
      .execute()
  if (holder.level !== 'project') await requireFleetAdmin(tx)
}

async function requireIdentities(tx: Tx, holder: PolicyHolder, assignments: readonly Assignment[]): Promise<void> {
  for (const [type, table] of [
    ['silo_user', 'users'],
    ['silo_group', 'groups'],
  ] as const) {
    const wanted = [
      ...new Set(assignments.filter((line) => line.identity_type === type).map((line) => line.identity_id)),
    ]
    if (!wanted.length) continue
    let query = tx.selectFrom(table).select('id').where('id', 'in', wanted)
    if (holder.siloId !== undefined) query = query.where('silo_id', '=', holder.siloId)
    const found = new Set((await query.execute()).map(({ id }) => id))
    const missing = wanted.find((id) => !found.has(id))
    if (missing) throw invalidRequest(`there is no ${type.replace('silo_', '')} with id "${missing}" in this silo`)
  }
}

/** Somebody has to be left who can put things right: by assignment, or by what their silo maps. */
async function requireFleetAdmin(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select 1 from role_assignments where level = 'fleet' and role = 'admin'
    union all
    select 1 from role_assignments r join silos s on s.id = r.resource_id and r.level = 'silo'
    where (s.mapped_fleet_roles -> 'admin' ? 'admin' and r.role = 'admin')
      or (s.mapped_fleet_roles -> 'collaborator' ? 'admin' and r.role in ('admin', 'collaborator'))
      or s.mapped_fleet_roles -> 'viewer' ? 'admin'
    limit 1`.execute(tx)
  if (!rows.length) throw invalidRequest('this would leave the fleet without an admin: make somebody else admin first')
}
