import { projectRole, type Role, roles } from '@skerry/contract/rules/roles.ts'
import type { Group, User } from '~/api/types.gen.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import type { ReadFailure } from '~/ui/read-failure.tsx'
import { rolesOf } from './access-rows.ts'
import type { Policy } from './holders.ts'
import { roleLabel } from './role-words.ts'

/** A role of a user or group, and its source. */
export interface HeldRole {
  role: Role
  /** `direct`, `through sailors`, `as silo viewer`. */
  source: string
}

const strongestFirst = (held: readonly HeldRole[]) =>
  held.toSorted((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))

/** The groups that a user is in. */
export const groupsOf = ({ groupIds }: User, groups: readonly Group[]): Group[] => {
  const ids = new Set(groupIds)
  return groups.filter(({ id }) => ids.has(id))
}

/** What a policy gives to a user or group, itself and through its groups, the strongest first. */
export const heldRoles = (policy: Policy, id: string, groups: readonly Group[] = []): HeldRole[] =>
  strongestFirst([
    ...rolesOf(policy, id).map((role) => ({ role, source: 'direct' })),
    ...groups.flatMap((group) =>
      rolesOf(policy, group.id).map((role) => ({ role, source: `through ${group.displayName}` })),
    ),
  ])

/** The same in a project, where roles in the silo count too. */
export const withSiloRoles = (inProject: readonly HeldRole[], inSilo: readonly HeldRole[]): HeldRole[] =>
  strongestFirst([
    ...inProject,
    ...inSilo.map(({ role, source }) => ({
      role: projectRole(undefined, role)!,
      source: `as silo ${role}${source === 'direct' ? '' : ` ${source}`}`,
    })),
  ])

export const heldText = ({ role, source }: HeldRole): string => `${roleLabel[role]}, ${source}`

export const HeldCell = ({
  held,
  failure,
}: {
  held: readonly HeldRole[] | undefined
  failure?: ReadFailure | undefined
}) => (
  <SecondaryCell value={held} failure={failure}>
    {(roles) => <MoreCell items={roles.map(heldText)} />}
  </SecondaryCell>
)
