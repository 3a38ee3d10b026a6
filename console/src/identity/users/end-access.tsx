import { leaveFor } from '~/api/session.ts'
import type { User } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'

/** Ends all sessions and tokens of a user after a question; for one's own, the sign-in page follows. */
export function askToEndAccess({ id, displayName }: Pick<User, 'id' | 'displayName'>, isOwn: boolean): void {
  const request = { path: { userId: id } }
  askToDo({
    title: 'End all sessions and tokens',
    danger: true,
    body: (
      <>
        <b>{displayName}</b> is signed out everywhere, and programs with one of its access tokens stop working at once.
        {isOwn ? ' You will have to sign in again.' : ' The user can sign in again.'}
      </>
    ),
    method: 'userLogout',
    request,
    done: () => {
      if (isOwn) return leaveFor('/login')
      return outcome('All sessions and tokens of', displayName, 'ended')
    },
  })
}

export const askToDeleteUser = (
  silo: { id: string; name: string },
  { id, displayName }: User,
  onDeleted?: () => void,
): void =>
  askToDelete({
    kind: 'user',
    name: displayName,
    consequence: `is permanently deleted from ${silo.name}, signed out everywhere, and loses all roles, SSH keys and access tokens. A user of an identity provider can sign in again, as a new user.`,
    method: 'localIdpUserDelete',
    request: { path: { userId: id }, query: { silo: silo.id } },
    onDeleted,
  })
