import { roles } from '@skerry/contract/rules/roles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { useMemo } from 'react'
import type { Group, User } from '~/api/types.gen.ts'
import { groupsOf, HeldCell, type HeldRole, heldRoles } from '~/identity/policies/held-roles.tsx'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { usersComeFrom } from '~/identity/silos/silo-words.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { useReading } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { idColumn, nameColumn } from '~/table/named-columns.tsx'
import type { ReadFailure } from '~/ui/read-failure.tsx'
import { useUserActions } from './use-user-actions.tsx'

interface Row extends User {
  name: string
  /** Roles in the silo; undefined where the policy is not known. */
  held: HeldRole[] | undefined
  /** Why the roles are missing. */
  failure: ReadFailure | undefined
}

const columns: Columns<Row> = [
  nameColumn(({ id, name }) => (
    <Link to="/access/users/$user" params={{ user: id }}>
      {name}
    </Link>
  )),
  idColumn,
  {
    id: 'role',
    header: 'Silo role',
    cell: ({ held, failure }) => <HeldCell held={held} failure={failure} />,
    value: ({ held }) => held?.[0] && roles.indexOf(held[0].role),
  },
]

const none: readonly Group[] = []

export function UsersTab() {
  const { identityMode, addButton, itemsOf, forms } = useUserActions()
  const queries = peopleQueries(ownSilo.people)
  const query = useSuspenseQuery(queries.users)
  const users = query.data
  const groups = useQuery(queries.groups).data ?? none
  const policy = useReading(useQuery(policyQuery(ownSilo)))
  const rows = useMemo(
    () =>
      users.map((user) => ({
        ...user,
        name: user.displayName,
        held: policy.data && heldRoles(policy.data, user.id, groupsOf(user, groups)),
        failure: policy.failure,
      })),
    [users, groups, policy],
  )
  return (
    <>
      <WholeListPage
        below
        title="Users"
        reads={[query]}
        rows={rows}
        columns={columns}
        actions={addButton}
        view={({ id, siloId }) => copyRequest('siloUserView', { path: { userId: id }, query: { silo: siloId } })}
        rowActions={(user) => itemsOf(user)}
        itemLink={({ id }) => pathTo('/access/users/$user', { user: id })}
        emptyIcon={<UserRound />}
        emptyTitle="No users"
        emptyBody="Users can sign in to the silo."
      >
        {identityMode && <p className="-mt-2 mb-3 text-ink-2">{usersComeFrom[identityMode]}</p>}
      </WholeListPage>
      {forms}
    </>
  )
}
