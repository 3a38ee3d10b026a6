import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import type { User } from '~/api/types.gen.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { usersComeFrom } from '~/identity/silos/silo-words.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { pathTo } from '~/shell/path.ts'
import type { Column } from '~/table/columns.ts'
import { siloUsersSource } from './queries.ts'
import { useUserActions } from './use-user-actions.tsx'

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

/** The users of a silo; those that are kept here can be changed. */
export function SiloUsersTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(nameOrId))
  const { addButton, itemsOf, forms } = useUserActions(silo)
  return (
    <>
      <ListPage
        below
        title="Users"
        source={siloUsersSource(nameOrId)}
        columns={columns}
        nameOf={({ displayName }) => displayName}
        view={({ id }) => copyRequest('siloUserView', { path: { userId: id }, query: { silo: silo.id } })}
        actions={addButton}
        rowActions={(user) => itemsOf(user)}
        itemLink={({ id }) => pathTo('/system/silos/$silo/users/$user', { silo: silo.name, user: id })}
        emptyIcon={<UsersRound />}
        emptyTitle="No users"
        emptyBody={usersComeFrom[silo.identityMode]}
      />
      {forms}
    </>
  )
}
