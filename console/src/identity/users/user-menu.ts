import type { User } from '~/api/types.gen.ts'
import { copyRequest, rowMenu } from '~/shell/copy-request.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import { askToDeleteUser, askToEndAccess } from './end-access.tsx'
import type { useAccessRefusals } from './user-access.tsx'

interface UserMenuOptions {
  silo: { id: string; name: string }
  user: User
  isMe: boolean
  refused: ReturnType<typeof useAccessRefusals>
  /** Leaves a page that shows the deleted user. */
  onDeleted?: () => void
}

/** What can be done to a user, wherever it signs in. */
export const accessItems = ({ silo, user, isMe, refused, onDeleted }: UserMenuOptions): MenuItem[] => [
  {
    label: 'End sessions and tokens',
    danger: true,
    disabled: refused('user_logout', user),
    onSelect: () => askToEndAccess(user, isMe),
  },
  {
    label: 'Delete',
    danger: true,
    disabled: refused('local_idp_user_delete', user) ?? (isMe ? 'It is you' : undefined),
    onSelect: () => askToDeleteUser(silo, user, onDeleted),
  },
]

/** The menu of a page of a user. */
export const userMenu = (options: UserMenuOptions): MenuItem[] => {
  const { silo, user } = options
  const view = copyRequest('siloUserView', { path: { userId: user.id }, query: { silo: silo.id } })
  return rowMenu(user.id, view, accessItems(options))
}
