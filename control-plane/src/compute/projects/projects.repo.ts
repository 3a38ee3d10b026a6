import { sql } from 'kysely'
import { beginUsage, endUsage } from '../../identity/quotas/usage.repo.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { requireFreeName, throwIfTaken } from '../../kernel/database/names.ts'
import type { Row, Tables } from '../../kernel/database/tables.ts'
import { projects } from '../../kernel/resources/project.resource.ts'
import { randomId } from '../../kernel/values/uuid.ts'

export const projectsOfSilo = (db: Queryable, siloId: string) =>
  db.selectFrom('projects').selectAll().where('silo_id', '=', siloId)

/**
 * The projects on which a user has a role, of its own or of a group. `is true` makes PostgreSQL look each project up in
 * a hash of the roles, in the order of the page; a join would sort all projects first.
 */
export const projectsWithRole = (db: Queryable, siloId: string, userId: string) =>
  projectsOfSilo(db, siloId).where(
    sql<boolean>`(projects.id in (
      select r.resource_id from role_assignments r
      where r.level = 'project' and r.identity_id = any (
        array(select m.group_id from group_members m where m.user_id = ${userId}) || ${userId}::uuid))) is true`,
  )

export async function insertProject(
  tx: Tx,
  siloId: string,
  fields: { name: string; description: string },
  now: Date,
): Promise<Row<'projects'>> {
  const project = await tx
    .insertInto('projects')
    .values({ id: randomId(), silo_id: siloId, ...fields, time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken('project', fields.name))
  await beginUsage(tx, project.id, now)
  return project
}

export async function updateProject(
  tx: Tx,
  id: string,
  fields: { name: string | undefined; description: string | undefined },
  now: Date,
): Promise<Row<'projects'>> {
  await requireFreeName(tx, projects, id, fields.name)
  return tx
    .updateTable('projects')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Resources that block the deletion of a project, in the order of the messages. */
export const HOLDERS: { table: keyof Tables; what: string; where?: string }[] = [
  { table: 'instances', what: 'an instance' },
  { table: 'disks', what: 'a disk' },
  { table: 'external_ips', what: 'a floating IP', where: `kind = 'floating'` },
  { table: 'images', what: 'a project image' },
  { table: 'snapshots', what: 'a snapshot' },
  { table: 'vpcs', what: 'a VPC' },
  { table: 'affinity_groups', what: 'an affinity group', where: `kind = 'affinity'` },
  { table: 'affinity_groups', what: 'an anti-affinity group', where: `kind = 'anti_affinity'` },
  { table: 'probes', what: 'a probe' },
]

/** The first kind of resource that the project still has; undefined when it is empty. */
export async function heldBy(tx: Tx, id: string): Promise<string | undefined> {
  const checks = HOLDERS.map(
    ({ table, what, where }, order) => sql`
      select ${order}::int as order, ${what}::text as what
      where exists (select 1 from ${sql.table(table)} where project_id = ${id} and ${sql.raw(where ?? 'true')})`,
  )
  const { rows } = await sql<{ what: string }>`${sql.join(checks, sql` union all `)} order by 1 limit 1`.execute(tx)
  return rows[0]?.what
}

export async function deleteProject(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('role_assignments').where('level', '=', 'project').where('resource_id', '=', id).execute()
  await endUsage(tx, id)
  await tx.deleteFrom('projects').where('id', '=', id).execute()
}
