import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { User } from '~/api/types.gen.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { usersComeFrom } from '~/identity/silos/silo-words.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { pathTo } from '~/shell/path.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { readState } from '~/shell/reads.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { useUserActions } from './use-user-actions.tsx'

const route = getRouteApi('/_app/system/silos/$silo/users')

interface Row extends User {
  name: string
}

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  { id: 'name', header: 'Name', cell: (user) => <UserLink {...user} />, value: ({ name }) => name },
  { id: 'id', header: 'ID', cell: ({ id }) => id, value: ({ id }) => id, mono: true },
]

function UserLink({ id, name }: Row) {
  const { silo } = route.useParams()
  return (
    <Link to="/system/silos/$silo/users/$user" params={{ silo, user: id }}>
      {name}
    </Link>
  )
}

export function SiloUsersTab() {
  const { data: silo } = useSuspenseQuery(siloQuery(route.useParams().silo))
  const { addButton, itemsOf, forms } = useUserActions(silo)
  const read = useSuspenseQuery(peopleQueries({ silo: silo.id }).users)
  const rows = useMemo(() => read.data.map((user) => ({ ...user, name: user.displayName })), [read.data])
  useQuickActions(
    rows.map(({ id, name }) => ({
      group: 'Users',
      label: name,
      to: pathTo('/system/silos/$silo/users/$user', { silo: silo.name, user: id }),
    })),
  )
  return (
    <>
      <TabHeading title="Users">{addButton}</TabHeading>
      <WholeListTable
        label="Users"
        rows={rows}
        columns={columns}
        view={({ id }) => copyRequest('siloUserView', { path: { userId: id }, query: { silo: silo.id } })}
        rowActions={(user) => itemsOf(user)}
        read={readState(read)}
        empty={<EmptyState icon={<UsersRound />} title="No users" body={usersComeFrom[silo.identityMode]} />}
      />
      {forms}
    </>
  )
}
