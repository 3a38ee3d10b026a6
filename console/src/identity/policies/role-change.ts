import { assignedRole, type Role } from '@skerry/contract/rules/roles.ts'
import type { RequestOf } from '~/api/queries.ts'
import type { IdentityType } from '~/api/types.gen.ts'
import { ConflictError } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'
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

/** Whether a change takes from somebody, who is these identities, that they are admin by this policy. */
export function losesAdmin(policy: Policy, identities: ReadonlySet<string>, change: RoleChange): boolean {
  const isAdmin = (each: Policy) => assignedRole(each.roleAssignments, identities) === 'admin'
  return isAdmin(policy) && !isAdmin(policyWith(policy, change))
}

/**
 * Changes the role of one identity without overwriting anybody: all other lines are sent as they are at that moment.
 * @param original the roles of the identity as whoever changes them has seen them
 * @throws ConflictError<readonly Role[]> where they are not what they were; nothing is written then
 */
export async function changeRole(holder: PolicyHolder, original: readonly Role[], change: RoleChange): Promise<void> {
  await rewrite({
    view: holder.view,
    at: holder.request,
    update: holder.update,
    request: (fresh) => {
      const now = rolesOf(fresh, change.id)
      // Who is to lose a role and has none is as wanted.
      if (now.length === 0 && !change.role) return undefined
      const [before, after] = [original.join(', '), now.join(', ')]
      if (before !== after)
        throw new ConflictError(now, [
          { what: `Role of ${change.name}`, ...(before && { before }), ...(after && { now: after }) },
        ])
      return requestOf(holder, fresh, change)
    },
  })
}
