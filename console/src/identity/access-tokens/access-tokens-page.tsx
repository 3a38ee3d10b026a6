import { Ticket } from 'lucide-react'
import type { DeviceAccessToken } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { DateTime } from '~/ui/time.tsx'
import { accessTokensSource } from './queries.ts'

const columns: readonly Column<DeviceAccessToken>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => id, value: ({ id }) => id, mono: true },
  createdColumn,
  {
    id: 'time_expires',
    header: 'Expires',
    cell: ({ timeExpires }) => (timeExpires ? <DateTime date={timeExpires} /> : 'Never'),
    value: ({ timeExpires }) => timeExpires,
  },
]

const askDelete = ({ id }: DeviceAccessToken) =>
  askToDelete({
    kind: 'access token',
    name: id,
    consequence: 'is permanently deleted. Clients that use it stop working at once.',
    method: 'currentUserAccessTokenDelete',
    request: { path: { tokenId: id } },
  })

const loginCommand = () => `skerry auth login --host ${location.origin}`

export const AccessTokensPage = () => (
  <ListPage
    title="Access Tokens"
    source={accessTokensSource}
    columns={columns}
    view={() => copyRequest('currentUserAccessTokenList', {})}
    rowActions={(token) => [{ label: 'Delete', danger: true, onSelect: () => askDelete(token) }]}
    emptyIcon={<Ticket />}
    emptyTitle="No access tokens"
    emptyBody={
      <>
        An access token lets a program act as you. Programs get one by device login. For the command line, run:
        <span className="mt-2 flex items-center justify-center gap-1">
          <code className="text-mono [overflow-wrap:anywhere]">{loginCommand()}</code>
          <CopyButton text={loginCommand()} label="Copy command" />
        </span>
      </>
    }
  />
)
