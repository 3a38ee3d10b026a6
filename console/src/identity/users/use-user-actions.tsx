import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Silo, SiloIdentityMode, User } from '~/api/types.gen.ts'
import { ownSilo, siloHolder } from '~/identity/policies/holders.ts'
import { ownSiloQuery, useRefusals } from '~/shell/access/roles.ts'
import { useMe } from '~/shell/access/session.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { askToDeleteUser, askToEndAccess } from './end-access.tsx'
import { useAccessRefusals } from './user-access.tsx'

const AddUser = lazyPart(() => import('./add-user.tsx'))
const SetPassword = lazyPart(() => import('./set-password.tsx'))

interface UserActions {
  /** Undefined where the caller's own silo could not be read. */
  identityMode: SiloIdentityMode | undefined
  /** For a list of users; nothing in a silo whose users come from an identity provider. */
  addButton: ReactNode
  /** What can be done to a user. @param onDeleted leaves a page that shows the deleted user */
  itemsOf: (user: User, onDeleted?: () => void) => MenuItem[]
  /** The same after Copy ID and Copy as: the menu of a user's page. */
  menuOf: (user: User, onDeleted?: () => void) => MenuItem[]
  /** Why the sessions and tokens of a user cannot be seen or ended. */
  accessRefusal: (user: User) => string | undefined
  /** The forms; anywhere in the page. */
  forms: ReactNode
}

export function useUserActions(of?: Silo): UserActions {
  const me = useMe()
  const own = useQuery({ ...ownSiloQuery(me.siloId), enabled: of === undefined }).data
  const silo = of ?? own ?? { id: me.siloId, name: me.siloName }
  const holder = of ? siloHolder(of) : ownSilo
  const refusedOn = useAccessRefusals(of)
  const refused = useRefusals({ silo: of ?? 'own' })
  const [open, setOpen] = useState<'add' | User | null>(null)
  const close = () => setOpen(null)
  const identityMode = (of ?? own)?.identityMode
  const isLocal = identityMode === 'local_only'
  const addRefusal = refused('local_idp_user_create')
  useQuickActions(isLocal && !addRefusal ? [{ group: 'Actions', label: 'Add user', run: () => setOpen('add') }] : [])
  const itemsOf: UserActions['itemsOf'] = (user, onDeleted) => [
    ...(isLocal
      ? [
          {
            label: 'Set password',
            refusal: refusedOn('local_idp_user_set_password', user),
            onSelect: () => setOpen(user),
          },
        ]
      : []),
    {
      label: 'End sessions and tokens',
      danger: true,
      refusal: refusedOn('user_logout', user),
      onSelect: () => askToEndAccess(user, user.id === me.id),
    },
    {
      label: 'Delete',
      danger: true,
      refusal:
        refusedOn('local_idp_user_delete', user) ?? (user.id === me.id ? 'You cannot delete yourself' : undefined),
      onSelect: () => askToDeleteUser(silo, user, onDeleted),
    },
  ]
  return {
    identityMode,
    itemsOf,
    menuOf: (user, onDeleted) =>
      rowMenu(
        user.id,
        copyRequest('siloUserView', { path: { userId: user.id }, query: { silo: silo.id } }),
        itemsOf(user, onDeleted),
      ),
    accessRefusal: (user) => refusedOn('user_logout', user),
    addButton: isLocal && (
      <Button
        variant="primary"
        refusal={addRefusal}
        onClick={() => setOpen('add')}
        data-hotkey="c"
        aria-keyshortcuts="c"
      >
        Add user
      </Button>
    ),
    forms: open && (
      <PartBoundary onFailed={close}>
        {open === 'add' ? (
          <AddUser silo={silo} holder={holder} roleRefusal={refused(holder.operation)} onClose={close} />
        ) : (
          <SetPassword silo={silo} user={open} onClose={close} />
        )}
      </PartBoundary>
    ),
  }
}
