import { roles } from '@skerry/contract/rules/roles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { Group } from '~/api/types.gen.ts'
import { HeldCell } from '~/identity/policies/held-cell.tsx'
import { type HeldRole, heldRoles } from '~/identity/policies/held-roles.ts'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { pathTo } from '~/shell/path.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { CopyCell } from '~/table/copy-cell.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { ShortId } from '~/ui/truncate.tsx'

interface Row extends Group {
  name: string
  /** Undefined where the policy is not known. */
  held: HeldRole[] | undefined
}

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/access/groups/$group" params={{ group: id }}>
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
    id: 'members',
    header: 'Members',
    cell: ({ memberCount }) => memberCount,
    value: ({ memberCount }) => memberCount,
    alignEnd: true,
  },
  {
    id: 'role',
    header: 'Silo role',
    cell: ({ held }) => <HeldCell held={held} />,
    value: ({ held }) => held?.[0] && roles.indexOf(held[0].role),
  },
]

/** All groups of the silo, and what their members may do in it. */
export function GroupsTab() {
  const { data: groups } = useSuspenseQuery(peopleQueries(ownSilo.people).groups)
  const policy = useQuery(policyQuery(ownSilo)).data
  const rows = useMemo(
    () => groups.map((group) => ({ ...group, name: group.displayName, held: policy && heldRoles(policy, group.id) })),
    [groups, policy],
  )
  useQuickActions(
    groups.map(({ id, displayName }) => ({
      group: 'Groups',
      label: displayName,
      to: pathTo('/access/groups/$group', { group: id }),
    })),
  )
  return (
    <>
      <TabHeading title="Groups" />
      <WholeListTable
        label="Groups"
        rows={rows}
        columns={columns}
        view={({ id }) => copyRequest('groupView', { path: { groupId: id } })}
        empty={
          <EmptyState
            icon={<UsersRound />}
            title="No groups"
            body="Groups come from the identity provider: a role that a group has counts for each of its members."
          />
        }
      />
    </>
  )
}
