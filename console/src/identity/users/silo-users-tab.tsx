import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { User } from '~/api/types.gen.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { pathTo } from '~/shell/path.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { useRefusals } from '~/shell/roles.ts'
import { useMe } from '~/shell/session.ts'
import type { Column } from '~/table/columns.ts'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { siloUsersSource } from './silo-users.ts'
import { useAccessRefusals } from './user-access.tsx'
import { accessItems } from './user-menu.ts'

const AddUser = lazyPart(() => import('./add-user.tsx'))
const SetPassword = lazyPart(() => import('./set-password.tsx'))

const route = getRouteApi('/_app/system/silos/$silo/users')

const columns: readonly Column<User>[] = [
  { id: 'name', header: 'Name', cell: (user) => <UserLink {...user} />, value: ({ displayName }) => displayName },
  { id: 'id', header: 'ID', cell: ({ id }) => id, value: ({ id }) => id, mono: true },
]

function UserLink({ id, displayName }: User) {
  const { silo } = route.useParams()
  return (
    <Link to="/system/silos/$silo/users/$user" params={{ silo, user: id }}>
      {displayName}
    </Link>
  )
}

const about = {
  local_only: 'The people and programs of the silo: each signs in with a password that is set here.',
  saml_jit: 'Users come with their first sign-in through an identity provider of the silo.',
}

/** The users of a silo; those that are kept here can be changed. */
export function SiloUsersTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(nameOrId))
  const me = useMe()
  const refused = useAccessRefusals(silo)
  const addRefusal = useRefusals({ silo })('local_idp_user_create')
  const [open, setOpen] = useState<'add' | User | null>(null)
  const close = () => setOpen(null)
  const isLocal = silo.identityMode === 'local_only'
  useQuickActions(isLocal && !addRefusal ? [{ group: 'Actions', label: 'Add user', run: () => setOpen('add') }] : [])
  return (
    <>
      <ListPage
        below
        title="Users"
        source={siloUsersSource(nameOrId)}
        columns={columns}
        nameOf={({ displayName }) => displayName}
        view={({ id }) => copyRequest('siloUserView', { path: { userId: id }, query: { silo: silo.id } })}
        actions={
          isLocal && (
            <Button variant="primary" disabledReason={addRefusal} onClick={() => setOpen('add')}>
              Add user
            </Button>
          )
        }
        rowActions={(user) => [
          ...(isLocal
            ? [
                {
                  label: 'Set password',
                  // What the silo maps is asked for anyway.
                  disabled: refused('local_idp_user_set_password', user),
                  onSelect: () => setOpen(user),
                },
              ]
            : []),
          ...accessItems({ silo, user, isMe: user.id === me.id, refused }),
        ]}
        itemLink={({ id }) => pathTo('/system/silos/$silo/users/$user', { silo: silo.name, user: id })}
        emptyIcon={<UsersRound />}
        emptyTitle="No users"
        emptyBody={about[silo.identityMode]}
      />
      {open && (
        <PartBoundary onFailed={close}>
          {open === 'add' ? (
            <AddUser silo={silo} onClose={close} />
          ) : (
            <SetPassword silo={silo} user={open} onClose={close} />
          )}
        </PartBoundary>
      )}
    </>
  )
}
