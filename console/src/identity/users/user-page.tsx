import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { invalidate } from '~/api/queries.ts'
import type { Group } from '~/api/types.gen.ts'
import { groupsOf, HeldCell, type HeldRole, heldRoles } from '~/identity/policies/held-roles.tsx'
import { ownSilo, policyQuery } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { ProjectRolesTable } from '~/identity/policies/project-roles-table.tsx'
import { useMe } from '~/shell/access/session.ts'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { userQuery } from './queries.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserAccess } from './user-access.tsx'

const route = getRouteApi('/_app/access/users/$user')

const groupColumns: readonly Column<Group>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, displayName }) => (
      <Link to="/access/groups/$group" params={{ group: id }}>
        {displayName}
      </Link>
    ),
  },
  { id: 'id', header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
]

const none: readonly HeldRole[] = []
const refresh = () =>
  void invalidate(
    'siloUserView',
    'policyView',
    'groupList',
    'projectList',
    'projectPolicyView',
    'userSessionList',
    'userTokenList',
  )

export function UserPage() {
  const me = useMe()
  const navigate = useNavigate()
  const { menuOf, accessRefusal, forms } = useUserActions()
  const view = useSuspenseQuery(userQuery(me.siloId, route.useParams().user))
  const policy = useQuery(policyQuery(ownSilo))
  const allGroups = useQuery(peopleQueries(ownSilo.people).groups)
  const user = view.data
  const { id, displayName } = user
  const groups = useMemo(() => groupsOf(user, allGroups.data ?? []), [user, allGroups.data])
  const inSilo = useMemo(() => policy.data && heldRoles(policy.data, id, groups), [policy.data, id, groups])
  return (
    <>
      <PageHeader
        title={displayName}
        {...(id === me.id && { badge: <Badge>you</Badge> })}
        refresh={{ ...refreshOf(view, policy, allGroups), onRefresh: refresh }}
      >
        <MenuButton
          label="User actions"
          variant="default"
          items={menuOf(user, () => void navigate({ to: '/access/users' }))}
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
      <Card title="Groups">
        <Table
          label="Groups"
          framed={false}
          rows={allGroups.data && groups}
          read={{ failure: failureOf(allGroups) }}
          columns={groupColumns}
          getId={(group) => group.id}
          empty={<EmptyState title="No groups" body="Members of a group get its roles." />}
        />
      </Card>
      <UserAccess user={user} refusal={accessRefusal(user)} />
      <div className="pb-7">
        <ProjectRolesTable id={id} inSilo={inSilo ?? none} groups={groups} />
      </div>
      {forms}
    </>
  )
}
