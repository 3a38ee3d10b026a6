import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Group } from '~/api/types.gen.ts'
import { UserAccess } from '~/identity/users/user-access.tsx'
import { type KnownRole, ownSiloQuery, useRoles } from '~/shell/access/roles.ts'
import { myGroupsQuery, useMe } from '~/shell/access/session.ts'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ShortId } from '~/ui/truncate.tsx'

const ChangePassword = lazyPart(() => import('./change-password.tsx'))

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, displayName }) => (
      <Link to="/access/groups/$group" params={{ group: id }}>
        {displayName}
      </Link>
    ),
    value: ({ displayName }) => displayName,
  },
  { id: 'id', header: 'ID', value: (group) => group.id, mono: true },
]

const roleWord = (role: KnownRole) => (role === undefined ? 'None' : role === 'unknown' ? 'Unknown' : role)

export function ProfilePage() {
  const me = useMe()
  const groups = useQuery(myGroupsQuery)
  const silo = useQuery(ownSiloQuery(me.siloId))
  const [isChanging, setChanging] = useState(false)
  const roles = useRoles()
  return (
    <>
      <PageHeader title="Profile">
        {silo.data?.identityMode === 'local_only' && <Button onClick={() => setChanging(true)}>Change password</Button>}
      </PageHeader>
      <Facts>
        <Fact label="Display name">{me.displayName}</Fact>
        <Fact label="Silo">{me.siloName}</Fact>
        <Fact label="Silo role">{roleWord(roles.silo)}</Fact>
        <Fact label="User ID">
          <ShortId id={me.id} />
          <CopyButton text={me.id} label="Copy ID" />
        </Fact>
        <Fact label="Fleet role">{roleWord(roles.fleet)}</Fact>
      </Facts>
      <div className="mt-6">
        <Card title="Groups">
          <Table
            label="Groups"
            framed={false}
            rows={groups.data}
            read={readState(groups)}
            columns={columns}
            getId={(group) => group.id}
            empty={<EmptyState title="No groups" body="Members of a group get its roles." />}
          />
        </Card>
        <UserAccess user={me} />
      </div>
      {isChanging && (
        <PartBoundary onFailed={() => setChanging(false)}>
          <ChangePassword me={me} onClose={() => setChanging(false)} />
        </PartBoundary>
      )}
    </>
  )
}
