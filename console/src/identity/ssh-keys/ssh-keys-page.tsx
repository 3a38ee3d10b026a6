import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { SshKey } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { pathTo } from '~/shell/path.ts'
import type { Column } from '~/table/columns.ts'
import { confirm } from '~/ui/confirm.ts'
import { copyItem } from '~/ui/menu.tsx'
import { DateTime } from '~/ui/time.tsx'
import { toast } from '~/ui/toast.ts'
import { sshKeysSource } from './queries.ts'

const columns: readonly Column<SshKey>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <Link to="/settings/ssh-keys/$sshKey/edit" params={{ sshKey: name }} search state>
        {name}
      </Link>
    ),
    value: (key) => key.name,
  },
  {
    id: 'description',
    header: 'Description',
    cell: (key) => key.description || null,
    value: (key) => key.description,
  },
  {
    id: 'time_created',
    header: 'Created',
    cell: (key) => <DateTime date={key.timeCreated} />,
    value: (key) => key.timeCreated,
  },
]

function askDelete({ id, name }: SshKey): void {
  const request = { path: { sshKey: id } }
  void confirm({
    title: 'Delete SSH key',
    danger: true,
    body: (
      <>
        <b>{name}</b> is put into no more instances. Those that have it keep it.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('currentUserSshKeyDelete', request)} />,
    action: async () => {
      await apiCall('currentUserSshKeyDelete', request)
      toast({ content: outcome('SSH key', name, 'deleted') })
      void refreshAfter('currentUserSshKeyDelete')
    },
  })
}

/** The user's own keys. */
export const SshKeysPage = () => (
  <ListPage
    title="SSH Keys"
    source={sshKeysSource}
    columns={columns}
    create={{ label: 'Add SSH key', to: '/settings/ssh-keys-new' }}
    view={(key) => copyRequest('currentUserSshKeyView', { path: { sshKey: key.id } })}
    rowActions={(key) => [
      copyItem('Copy public key', key.publicKey),
      { label: 'Delete', danger: true, onSelect: () => askDelete(key) },
    ]}
    itemLink={(key) => pathTo('/settings/ssh-keys/$sshKey/edit', { sshKey: key.name })}
    emptyIcon={<KeyRound />}
    emptyTitle="No SSH keys"
    emptyBody="A public key put into an instance when it is created lets its owner sign in there over SSH."
  />
)
