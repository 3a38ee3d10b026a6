import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { invalidate } from '~/api/queries.ts'
import type { User } from '~/api/types.gen.ts'
import { HeldCell, type HeldRole, heldRoles } from '~/identity/policies/held-roles.tsx'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { byDisplayName } from '~/identity/policies/people.ts'
import { ProjectRolesTable } from '~/identity/policies/project-roles-table.tsx'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { idColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { Card } from '~/ui/card.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { groupQuery, membersQuery } from './queries.ts'

const route = getRouteApi('/_app/access/groups/$group')

const memberColumns: readonly Column<User>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, displayName }) => (
      <Link to="/access/users/$user" params={{ user: id }}>
        {displayName}
      </Link>
    ),
  },
  idColumn,
]

const none: readonly HeldRole[] = []
/** The page, and what its tables read for themselves. */
const refresh = () => void invalidate('groupView', 'userList', 'policyView', 'projectList', 'projectPolicyView')

export function GroupPage() {
  const { group } = route.useParams()
  const view = useSuspenseQuery(groupQuery(group))
  const members = useQuery(membersQuery(group))
  const policy = useQuery(policyQuery(ownSilo))
  const { id, displayName } = view.data
  const shownMembers = useMemo(() => members.data?.toSorted(byDisplayName), [members.data])
  const inSilo = useMemo(() => policy.data && heldRoles(policy.data, id), [policy.data, id])
  return (
    <>
      <PageHeader title={displayName} refresh={{ ...refreshOf(view, members, policy), onRefresh: refresh }}>
        <MenuButton
          label="Group actions"
          variant="default"
          items={rowMenu(id, copyRequest('groupView', { path: { groupId: id } }))}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts columns={2}>
          <Fact label="ID">
            <ShortId id={id} />
            <CopyButton text={id} label="Copy ID" />
          </Fact>
          <Fact label="Silo role">
            <HeldCell held={inSilo} failure={failureOf(policy)} />
          </Fact>
        </Facts>
      </div>
      <Card title="Members">
        <Table
          label="Members"
          framed={false}
          rows={shownMembers}
          read={{ failure: failureOf(members) }}
          columns={memberColumns}
          getId={(user) => user.id}
          empty={<EmptyState title="No members" body="The identity provider sets a user's groups at each sign-in." />}
        />
      </Card>
      <div className="pb-7">
        <ProjectRolesTable id={id} inSilo={inSilo ?? none} />
      </div>
    </>
  )
}
