import { assignedRole } from '@skerry/contract/rules/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
import type { ConsoleSession, DeviceAccessToken, Silo, User } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { systemPolicyQuery, useMe } from '~/shell/access/session.ts'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { DateTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { askToEndAccess } from './end-access.tsx'

const sessionColumns: readonly Column<ConsoleSession>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
  { id: 'time_created', header: 'Signed in', cell: ({ timeCreated }) => <DateTime date={timeCreated} /> },
  { id: 'time_last_used', header: 'Last used', cell: ({ timeLastUsed }) => <DateTime date={timeLastUsed} /> },
]

const tokenColumns: readonly Column<DeviceAccessToken>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
  createdColumn,
  {
    id: 'time_expires',
    header: 'Expires',
    cell: ({ timeExpires }) => (timeExpires ? <DateTime date={timeExpires} /> : 'Never'),
  },
]

/** Why operations on the sign-in of a user are refused. @param silo of the user; its own by default */
export function useAccessRefusals(silo: 'own' | Silo = 'own') {
  const me = useMe()
  const refused = useRefusals({ silo })
  const fleetAssignments = useQuery(systemPolicyQuery).data?.roleAssignments ?? []
  return (operation: 'user_logout' | 'local_idp_user_delete' | 'local_idp_user_set_password', user: User) => {
    const self = user.id === me.id
    const usersFleetRole = assignedRole(fleetAssignments, new Set([user.id, ...(user.groupIds ?? [])]))
    return refused(operation, { self, usersFleetRole })
  }
}

const idOf = ({ id }: { id: string }) => id

export function UserAccess({
  user,
  refusal,
}: {
  user: Pick<User, 'id' | 'displayName'>
  refusal?: string | undefined
}) {
  const me = useMe()
  const path = { userId: user.id }
  const enabled = refusal === undefined
  const sessions = useQuery({ ...wholeListQuery('userSessionList', { path }), enabled })
  const tokens = useQuery({ ...wholeListQuery('userTokenList', { path }), enabled })
  if (!enabled) return null
  return (
    <>
      <Card
        title="Sessions"
        actions={<Button onClick={() => askToEndAccess(user, user.id === me.id)}>End all sessions and tokens</Button>}
      >
        <Table
          label="Sessions"
          framed={false}
          rows={sessions.data}
          read={readState(sessions)}
          columns={sessionColumns}
          getId={idOf}
          empty={<EmptyState title="No sessions" body="The user is not signed in to the console." />}
        />
      </Card>
      <Card title="Access tokens">
        <Table
          label="Access tokens"
          framed={false}
          rows={tokens.data}
          read={readState(tokens)}
          columns={tokenColumns}
          getId={idOf}
          empty={<EmptyState title="No access tokens" body="A token lets a program act for the user." />}
        />
      </Card>
    </>
  )
}
