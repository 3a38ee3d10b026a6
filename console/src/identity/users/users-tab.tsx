import { roles } from '@skerry/contract/rules/roles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { useMemo } from 'react'
import type { Group, User } from '~/api/types.gen.ts'
import { HeldCell } from '~/identity/policies/held-cell.tsx'
import { groupsOf, type HeldRole, heldRoles } from '~/identity/policies/held-roles.ts'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { usersComeFrom } from '~/identity/silos/silo-words.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { pathTo } from '~/shell/path.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { CopyCell } from '~/table/copy-cell.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { useUserActions } from './use-user-actions.tsx'

interface Row extends User {
  name: string
  /** Roles in the silo. */
  /** Undefined where the policy is not known. */
  held: HeldRole[] | undefined
}

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/access/users/$user" params={{ user: id }}>
        {name}
      </Link>
    ),
    value: ({ name }) => name,
  },
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => (
      <CopyCell text={id} label="Copy ID">
        <ShortId id={id} />
      </CopyCell>
    ),
    value: ({ id }) => id,
  },
  {
    id: 'role',
    header: 'Silo role',
    cell: ({ held }) => <HeldCell held={held} />,
    value: ({ held }) => held?.[0] && roles.indexOf(held[0].role),
  },
]

const none: readonly Group[] = []

/** All users of the silo, and what they may do in it. */
export function UsersTab() {
  const { identityMode, addButton, itemsOf, forms } = useUserActions()
  const queries = peopleQueries(ownSilo.people)
  const { data: users } = useSuspenseQuery(queries.users)
  const groups = useQuery(queries.groups).data ?? none
  const policy = useQuery(policyQuery(ownSilo)).data
  const rows = useMemo(
    () =>
      users.map((user) => ({
        ...user,
        name: user.displayName,
        held: policy && heldRoles(policy, user.id, groupsOf(user, groups)),
      })),
    [users, groups, policy],
  )
  useQuickActions(
    users.map(({ id, displayName }) => ({
      group: 'Users',
      label: displayName,
      to: pathTo('/access/users/$user', { user: id }),
    })),
  )
  return (
    <>
      <TabHeading title="Users">{addButton}</TabHeading>
      {identityMode && <p className="-mt-2 mb-3 text-ink-2">{usersComeFrom[identityMode]}</p>}
      <WholeListTable
        label="Users"
        rows={rows}
        columns={columns}
        view={({ id, siloId }) => copyRequest('siloUserView', { path: { userId: id }, query: { silo: siloId } })}
        rowActions={(user) => itemsOf(user)}
        empty={
          <EmptyState icon={<UserRound />} title="No users" body="Users are the people who sign in to the silo." />
        }
      />
      {forms}
    </>
  )
}
