import { projectRole, type Role, roles, strongestRole } from '@skerry/contract/rules/roles.ts'
import type { IdentityType } from '~/api/types.gen.ts'
import { compareWords } from '~/lib/format/words.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import type { Assignment, Policy } from './holders.ts'
import type { People } from './people.ts'
import { roleLabel } from './role-words.ts'

/** A user or group with a role, and where the role comes from. */
export interface AccessRow {
  id: string
  /** The id where the name is not known. */
  name: string
  isKnown: boolean
  type: IdentityType
  /** What it is, in words. */
  kind: string
  /** The effective one. */
  role: Role
  /** Where it comes from, then what else gives roles, each in words. */
  sources: readonly string[]
  /** The roles given by the policy itself; none where all come from above. */
  own: readonly Role[]
  /** For a row that no line of the policy makes: instead of what the others can. */
  actions?: readonly MenuItem[]
  /** What *Copy ID* copies, where the row has no id of its own. */
  copiedId?: string
}

/** Where this silo's user or group is shown. */
export const pageOfIdentity = ({ id, type }: Pick<AccessRow, 'id' | 'type'>) =>
  type === 'silo_user' ? pathTo('/access/users/$user', { user: id }) : pathTo('/access/groups/$group', { group: id })

export const typeLabel: Record<IdentityType, string> = { silo_group: 'Group', silo_user: 'User' }

/** What somebody is, and of which silo, where that of the user is not the only one. */
export const describe = (type: IdentityType, siloName: string | undefined): string =>
  siloName === undefined ? typeLabel[type] : `${typeLabel[type]} of ${siloName}`

const byRank = (one: Role, other: Role) => roles.indexOf(one) - roles.indexOf(other)

/** The roles that a policy gives to one identity, the strongest first. */
export const rolesOf = ({ roleAssignments }: Policy, identityId: string): Role[] =>
  roleAssignments
    .filter((line) => line.identityId === identityId)
    .map((line) => line.roleName)
    .toSorted(byRank)

const sourcesInProject = (own: readonly Role[], inSilo: readonly Role[]): string[] =>
  [
    ...own.map((role) => ({ role, text: `${roleLabel[role]} of the project` })),
    ...inSilo.map((role) => ({
      role: projectRole(undefined, role)!,
      text: `${roleLabel[projectRole(undefined, role)!]} as silo ${role}`,
    })),
  ]
    .toSorted((one, other) => byRank(one.role, other.role))
    .map(({ text }) => text)

interface Known extends Pick<People, 'users' | 'groups'> {
  policy: Policy
  /** The policy of the silo, whose roles count in the project too. */
  above?: Policy | undefined
}

/** Everybody with a role: groups before users, then by name. */
export function accessRows({ policy, above, users = [], groups = [] }: Known): AccessRow[] {
  const names = new Map([...users, ...groups].map(({ id, displayName }) => [id, displayName]))
  const silos = new Map(users.map(({ id, siloName }) => [id, siloName]))
  const lines = new Map<string, Assignment>()
  for (const line of [...policy.roleAssignments, ...(above?.roleAssignments ?? [])]) lines.set(line.identityId, line)
  return [...lines.values()]
    .map(({ identityId: id, identityType: type }) => {
      const own = rolesOf(policy, id)
      const inSilo = above ? rolesOf(above, id) : []
      const role = above ? projectRole(own[0], inSilo[0]) : strongestRole(own)
      return {
        id,
        name: names.get(id) ?? id,
        isKnown: names.has(id),
        type,
        kind: describe(type, silos.get(id)),
        role: role!,
        sources: above ? sourcesInProject(own, inSilo) : own.map((each) => roleLabel[each]),
        own,
      }
    })
    .toSorted(
      (one, other) => compareWords(typeLabel[one.type], typeLabel[other.type]) || compareWords(one.name, other.name),
    )
}
