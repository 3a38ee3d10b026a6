import type { Role } from '@skerry/contract/rules/roles.ts'
import { toast } from '~/lib/toast.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { mergeOnto } from '~/shell/conflict/conflict.tsx'
import { makeChange } from '~/shell/conflict/make-change.tsx'
import { rewrite } from '~/shell/conflict/rewrite.ts'
import { whole } from '~/shell/conflict/three-way.ts'
import { type AccessRow, rolesOf, typeLabel } from './access-rows.ts'
import type { PolicyHolder } from './holders.ts'
import { requestOf, type RoleChange } from './role-change.ts'

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

/** Takes all roles of one identity away, and says so. */
export const removeRoles = (holder: PolicyHolder, { own, name, type }: AccessRow, change: RoleChange): Promise<void> =>
  makeChange<readonly Role[]>(name, own, [], async (base) => {
    await changeRole(holder, base, change)
    toast({ content: outcome(typeLabel[type], name, `has lost its role in ${holder.name}`) })
  })
