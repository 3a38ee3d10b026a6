import type { Row } from '../kernel/database/tables.ts'
import { known, namedRow, type Seeding } from './seeding.ts'

type Role = Row<'role_assignments'>['role']

/** `role` is on the silo; `projects` are roles on projects by name. */
const GROUPS: { name: string; silo: string; members: string[]; role?: Role; projects?: Record<string, Role> }[] = [
  {
    name: 'harbour-pilots',
    silo: 'default',
    members: ['leila-haddad', 'pavel-ivanov', 'tomas-novak'],
    projects: { 'harbour-logistics': 'collaborator' },
  },
  { name: 'night-watch', silo: 'default', members: ['ines-costa', 'jonas-weber', 'pavel-ivanov'], role: 'viewer' },
  { name: 'summer-interns', silo: 'default', members: [] },
  { name: 'crane-crew', silo: 'north-quay', members: ['otto-brandt', 'yuki-mori'], role: 'viewer' },
]

/** Groups that give their members roles, and an empty one. */
export async function seedGroups(
  seeding: Seeding,
  silos: ReadonlyMap<string, string>,
  projects: ReadonlyMap<string, { id: string }>,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { name, silo, members, role, projects: roles } of GROUPS) {
    const { name: external_id, description: _, ...row } = namedRow(seeding, name, '', 140)
    const silo_id = known(silos, silo)
    await seeding.tx
      .insertInto('groups')
      .values({ ...row, external_id, silo_id })
      .execute()
    const roleAssignments = [
      ...(role ? [{ level: 'silo' as const, resource_id: silo_id, role }] : []),
      ...Object.entries(roles ?? {}).map(([project, inProject]) => ({
        level: 'project' as const,
        resource_id: known(projects, project).id,
        role: inProject,
      })),
    ]
    for (const user of members)
      await seeding.tx
        .insertInto('group_members')
        .values({ group_id: row.id, user_id: known(users, user) })
        .execute()
    for (const assignment of roleAssignments)
      await seeding.tx
        .insertInto('role_assignments')
        .values({ ...assignment, identity_type: 'silo_group', identity_id: row.id })
        .execute()
  }
}
