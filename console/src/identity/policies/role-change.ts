import { assignedRole, type Role } from '@skerry/contract/rules/roles.ts'
import type { RequestOf } from '~/api/queries.ts'
import type { IdentityType } from '~/api/types.gen.ts'
import { mergeOnto } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'
import { whole } from '~/shell/three-way.ts'
import { rolesOf } from './access-rows.ts'
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

const rolesInWords = (own: readonly Role[]) => own.join(' and ') || 'no role'

/**
 * Changes the role of one identity; all other lines are sent as they are at that moment.
 * @param base its roles as the caller saw them
 * @throws ConflictError<readonly Role[]> where somebody else gave it another; nothing is written then
 */
export async function changeRole(holder: PolicyHolder, base: readonly Role[], change: RoleChange): Promise<void> {
  const { id, name, role } = change
  const merge = whole(`Role of ${name}`, rolesInWords)
  await rewrite({
    view: holder.view,
    at: holder.request,
    update: holder.update,
    request: (policy) => {
      const fresh = rolesOf(policy, id)
      const merged = mergeOnto(merge, base, role ? [role] : [], fresh)
      return merged.join() === fresh.join() ? undefined : requestOf(holder, policy, change)
    },
  })
}
