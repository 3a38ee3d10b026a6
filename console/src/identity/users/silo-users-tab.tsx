import { assignedRole } from '@skerry/contract/rules/roles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { Silo, User } from '~/api/types.gen.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { useRefusals } from '~/shell/roles.ts'
import { systemPolicyQuery, useMe } from '~/shell/session.ts'
import type { Column } from '~/table/columns.ts'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { siloUsersSource } from './silo-users.ts'

const AddUser = lazyPart(() => import('./add-user.tsx'))
const SetPassword = lazyPart(() => import('./set-password.tsx'))

const route = getRouteApi('/_app/system/silos/$silo/users')

const columns: readonly Column<User>[] = [
  { id: 'name', header: 'Name', cell: ({ displayName }) => displayName, value: ({ displayName }) => displayName },
  { id: 'id', header: 'ID', cell: ({ id }) => id, value: ({ id }) => id, mono: true },
]

const askToDeleteUser = (silo: Silo, { id, displayName }: User) =>
  askToDelete({
    kind: 'user',
    name: displayName,
    consequence: `is deleted for good from ${silo.name}, is signed out everywhere, and loses roles, SSH keys and access tokens.`,
    method: 'localIdpUserDelete',
    request: { path: { userId: id }, query: { silo: silo.id } },
  })

const about = {
  local_only: 'The people and programs of the silo: each signs in with a password that is set here.',
  saml_jit: 'Users come with their first sign-in through an identity provider of the silo.',
}

/** The users of a silo; those that are kept here can be changed. */
export function SiloUsersTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(nameOrId))
  const me = useMe()
  const refused = useRefusals({ silo })
  const fleetAssignments = useQuery(systemPolicyQuery).data?.roleAssignments ?? []
  const [open, setOpen] = useState<'add' | User | null>(null)
  const close = () => setOpen(null)
  const isLocal = silo.identityMode === 'local_only'
  const addRefusal = refused('local_idp_user_create')
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
        rowActions={(user) =>
          isLocal
            ? [
                {
                  label: 'Set password',
                  disabled: refused('local_idp_user_set_password', {
                    self: user.id === me.id,
                    // What the silo maps is asked for anyway.
                    usersFleetRole: assignedRole(fleetAssignments, new Set([user.id, ...user.groupIds])),
                  }),
                  onSelect: () => setOpen(user),
                },
                {
                  label: 'Delete',
                  danger: true,
                  disabled: refused('local_idp_user_delete') ?? (user.id === me.id ? 'It is you' : undefined),
                  onSelect: () => askToDeleteUser(silo, user),
                },
              ]
            : []
        }
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
