import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'

/** A policy belongs to the fleet, a silo or a project. Identities in silo and project policies are the silo's. */
export interface PolicyHolder {
  level: Row<'role_assignments'>['level']
  resourceId: string
  siloId?: string
}

export interface AssignmentRow {
  identity_id: string
  identity_type: 'silo_user' | 'silo_group'
  role_name: Row<'role_assignments'>['role']
}

const MAX_ASSIGNMENTS = 64

/** Sorted by role, then identity. */
export async function readPolicy(db: Queryable, holder: PolicyHolder): Promise<{ role_assignments: AssignmentRow[] }> {
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

/** @throws 400 for too many assignments and for unknown identities */
export async function replacePolicy(
  tx: Tx,
  holder: PolicyHolder,
  assignments: readonly AssignmentRow[],
): Promise<void> {
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
}

async function requireIdentities(tx: Tx, holder: PolicyHolder, assignments: readonly AssignmentRow[]): Promise<void> {
  for (const [type, table] of [
    ['silo_user', 'users'],
    ['silo_group', 'groups'],
  ] as const) {
    const wanted = [
      ...new Set(assignments.filter((line) => line.identity_type === type).map((line) => line.identity_id)),
    ]
    if (!wanted.length) continue
    // Locked: an identity deleted meanwhile would leave an orphaned role assignment.
    let query = tx.selectFrom(table).select('id').where('id', 'in', wanted).orderBy('id').forKeyShare()
    if (holder.siloId !== undefined) query = query.where('silo_id', '=', holder.siloId)
    const found = new Set((await query.execute()).map(({ id }) => id))
    const missing = wanted.find((id) => !found.has(id))
    const where = holder.siloId === undefined ? '' : ' in this silo'
    if (missing) throw invalidRequest(`there is no ${type.replace('silo_', '')} with id "${missing}"${where}`)
  }
}
