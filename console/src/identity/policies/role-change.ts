import { assignedRole, type Role } from '@skerry/contract/rules/roles.ts'
import type { RequestOf } from '~/api/queries.ts'
import type { IdentityType } from '~/api/types.gen.ts'
import type { Policy, PolicyHolder } from './holders.ts'

/** One change of a policy. */
export interface RoleChange {
  id: string
  type: IdentityType
  name: string
  /** What it has after the change; nothing where it loses what it has. */
  role: Role | undefined
}

/** The policy after a change: one role, or none, in place of all that the identity had. */
export const policyWith = ({ roleAssignments }: Policy, { id, type, role }: RoleChange): Policy => ({
  roleAssignments: [
    ...roleAssignments.filter((line) => line.identityId !== id),
    ...(role ? [{ identityId: id, identityType: type, roleName: role }] : []),
  ],
})

type Update = RequestOf<PolicyHolder['update']>

/** The request of a change, out of the policy as it is. */
export const requestOf = (holder: PolicyHolder, policy: Policy, change: RoleChange) =>
  ({ ...holder.request, body: policyWith(policy, change) }) as Update

/** Whether a change removes the caller's admin role in this policy. @param identities the caller and its groups */
export function losesAdmin(policy: Policy, identities: ReadonlySet<string>, change: RoleChange): boolean {
  const isAdmin = (each: Policy) => assignedRole(each.roleAssignments, identities) === 'admin'
  return isAdmin(policy) && !isAdmin(policyWith(policy, change))
}
