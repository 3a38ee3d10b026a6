import type { Row } from '../kernel/database/tables.ts'
import { FLEET_ID } from '../kernel/values/uuid.ts'
import { known, namedRow, type Seeding } from './seeding.ts'

type Role = Row<'role_assignments'>['role']

/** `fleet` and `siloRole` are roles on these; `projects` are roles on projects by name. */
const USERS: { name: string; silo: string; fleet?: Role; siloRole?: Role; projects?: Record<string, Role> }[] = [
  { name: 'astrid-berg', silo: 'default', fleet: 'admin' },
  { name: 'freja-lund', silo: 'default', fleet: 'collaborator' },
  { name: 'nils-aker', silo: 'default', fleet: 'viewer' },
  { name: 'mara-lindqvist', silo: 'default', siloRole: 'admin' },
  { name: 'jonas-weber', silo: 'default', siloRole: 'collaborator' },
  { name: 'ines-costa', silo: 'default', siloRole: 'viewer' },
  { name: 'tomas-novak', silo: 'default', projects: { 'tide-gauges': 'admin', weather: 'admin' } },
  { name: 'leila-haddad', silo: 'default', projects: { 'tide-gauges': 'collaborator', 'harbour-logistics': 'viewer' } },
  { name: 'pavel-ivanov', silo: 'default', projects: { weather: 'viewer', 'harbour-logistics': 'viewer' } },
  { name: 'sam-okafor', silo: 'default' },
  { name: 'hanna-virtanen', silo: 'north-quay', siloRole: 'admin' },
  { name: 'otto-brandt', silo: 'north-quay', siloRole: 'collaborator' },
  { name: 'ebba-strand', silo: 'pilotage', siloRole: 'admin' },
  { name: 'marek-zielinski', silo: 'pilotage', siloRole: 'viewer' },
  { name: 'yuki-mori', silo: 'north-quay', projects: { 'container-yard': 'viewer' } },
]

/** A user for each role, and one without roles. Returns their ids by name. */
export async function seedUsers(
  seeding: Seeding,
  silos: ReadonlyMap<string, string>,
  projects: ReadonlyMap<string, { id: string }>,
): Promise<Map<string, string>> {
  const { tx, passwordHash } = seeding
  const ids = new Map<string, string>()
  const users = USERS.map((user, i) => {
    const { name: external_id, description: _, ...row } = namedRow(seeding, user.name, '', 170 - 5 * i)
    ids.set(user.name, row.id)
    return {
      ...row,
      external_id,
      silo_id: known(silos, user.silo),
      password_hash: user.silo === 'pilotage' ? null : passwordHash,
    }
  })
  const assignments = USERS.flatMap(({ name, silo, fleet, siloRole, projects: roles }) => {
    const roleAssignments: Pick<Row<'role_assignments'>, 'level' | 'resource_id' | 'role'>[] = [
      ...(fleet ? [{ level: 'fleet' as const, resource_id: FLEET_ID, role: fleet }] : []),
      ...(siloRole ? [{ level: 'silo' as const, resource_id: known(silos, silo), role: siloRole }] : []),
      ...Object.entries(roles ?? {}).map(([project, role]) => ({
        level: 'project' as const,
        resource_id: known(projects, project).id,
        role,
      })),
    ]
    return roleAssignments.map((role) => ({
      ...role,
      identity_type: 'silo_user' as const,
      identity_id: known(ids, name),
    }))
  })
  await tx.insertInto('users').values(users).execute()
  await tx.insertInto('role_assignments').values(assignments).execute()
  return ids
}
