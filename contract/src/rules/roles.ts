/** Roles, strongest first. */
export const roles = ['admin', 'collaborator', 'viewer'] as const
export type Role = (typeof roles)[number]

export const roleLevels = ['fleet', 'silo', 'project'] as const
export type RoleLevel = (typeof roleLevels)[number]

/** The strongest of some roles; undefined when there are none. */
export function strongestRole(held: Iterable<Role | undefined>): Role | undefined {
  const all = new Set(held)
  return roles.find((role) => all.has(role))
}

/** Whether a role, or none, satisfies `needed`. */
export const roleSuffices = (held: Role | undefined, needed: Role): boolean =>
  held !== undefined && roles.indexOf(held) <= roles.indexOf(needed)

/** One assignment of a policy, in snake case (wire) or camel case (console). */
export type Assignment = { identity_id: string; role_name: Role } | { identityId: string; roleName: Role }

/** The strongest role that a policy gives to a user or its groups, whose ids are `identities`. */
export const assignedRole = (assignments: readonly Assignment[], identities: ReadonlySet<string>): Role | undefined =>
  strongestRole(
    assignments.map((line) => {
      const [identity, role] =
        'identity_id' in line ? [line.identity_id, line.role_name] : [line.identityId, line.roleName]
      return identities.has(identity) ? role : undefined
    }),
  )

/** The role in a project: its own, or what the role in its silo gives (viewer: viewer; collaborator, admin: admin). */
export const projectRole = (inProject: Role | undefined, inSilo: Role | undefined): Role | undefined =>
  strongestRole([inProject, inSilo && (inSilo === 'viewer' ? 'viewer' : 'admin')])

/** Fleet roles that a silo maps its roles to: `{ admin: ['viewer'] }`. */
export type MappedFleetRoles = Partial<Record<Role, readonly Role[]>>

/** The role in the fleet: its own, or what the silo maps; a silo admin counts as collaborator and viewer too. */
export const fleetRole = (
  inFleet: Role | undefined,
  inSilo: Role | undefined,
  mapped: MappedFleetRoles = {},
): Role | undefined =>
  strongestRole([inFleet, ...roles.filter((role) => roleSuffices(inSilo, role)).flatMap((role) => mapped[role] ?? [])])
