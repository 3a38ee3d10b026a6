import { roles } from '@skerry/contract/rules/roles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { Group } from '~/api/types.gen.ts'
import { HeldCell, type HeldRole, heldRoles } from '~/identity/policies/held-roles.tsx'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { useReading } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { idColumn, nameColumn } from '~/table/named-columns.tsx'
import type { ReadFailure } from '~/ui/read-failure.tsx'

interface Row extends Group {
  name: string
  /** Undefined where the policy is not known. */
  held: HeldRole[] | undefined
  /** Why the roles are missing. */
  failure: ReadFailure | undefined
}

const columns: Columns<Row> = [
  nameColumn(({ id, name }) => (
    <Link to="/access/groups/$group" params={{ group: id }}>
      {name}
    </Link>
  )),
  idColumn,
  { id: 'members', header: 'Members', value: ({ memberCount }) => memberCount, alignEnd: true },
  {
    id: 'role',
    header: 'Silo role',
    cell: ({ held, failure }) => <HeldCell held={held} failure={failure} />,
    value: ({ held }) => held?.[0] && roles.indexOf(held[0].role),
  },
]

export function GroupsTab() {
  const query = useSuspenseQuery(peopleQueries(ownSilo.people).groups)
  const groups = query.data
  const policy = useReading(useQuery(policyQuery(ownSilo)))
  const rows = useMemo(
    () =>
      groups.map((group) => ({
        ...group,
        name: group.displayName,
        held: policy.data && heldRoles(policy.data, group.id),
        failure: policy.failure,
      })),
    [groups, policy],
  )
  return (
    <WholeListPage
      below
      title="Groups"
      reads={[query]}
      rows={rows}
      columns={columns}
      view={({ id }) => copyRequest('groupView', { path: { groupId: id } })}
      itemLink={({ id }) => pathTo('/access/groups/$group', { group: id })}
      emptyIcon={<UsersRound />}
      emptyTitle="No groups"
      emptyBody="Groups come from the identity provider. Members of a group get its roles."
    />
  )
}
