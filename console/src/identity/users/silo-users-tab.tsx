import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { User } from '~/api/types.gen.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { usersComeFrom } from '~/identity/silos/silo-words.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { nameColumn } from '~/table/named-columns.tsx'
import { useUserActions } from './use-user-actions.tsx'

const route = getRouteApi('/_app/system/silos/$silo/users')

interface Row extends User {
  name: string
}

const columnsOf = (silo: string): Columns<Row> => [
  nameColumn(({ id, name }) => <Link to={userPath(silo, id)}>{name}</Link>),
  { id: 'id', header: 'ID', value: ({ id }) => id, mono: true },
]

const userPath = (silo: string, user: string) => pathTo('/system/silos/$silo/users/$user', { silo, user })

export function SiloUsersTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(nameOrId))
  const { addButton, itemsOf, forms } = useUserActions(silo)
  const read = useSuspenseQuery(peopleQueries({ silo: silo.id }).users)
  const rows = useMemo(() => read.data.map((user) => ({ ...user, name: user.displayName })), [read.data])
  const columns = useMemo(() => columnsOf(nameOrId), [nameOrId])
  return (
    <>
      <WholeListPage
        below
        title="Users"
        reads={[read]}
        rows={rows}
        columns={columns}
        actions={addButton}
        view={({ id }) => copyRequest('siloUserView', { path: { userId: id }, query: { silo: silo.id } })}
        rowActions={(user) => itemsOf(user)}
        itemLink={({ id }) => userPath(silo.name, id)}
        emptyIcon={<UsersRound />}
        emptyTitle="No users"
        emptyBody={usersComeFrom[silo.identityMode]}
      />
      {forms}
    </>
  )
}
