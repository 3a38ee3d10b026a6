import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { SshKey } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { sshKeysSource } from './queries.ts'

const columns: readonly Column<SshKey>[] = [
  nameColumn(({ name }) => (
    <Link to="/settings/ssh-keys/$sshKey/edit" params={{ sshKey: name }} search state>
      {name}
    </Link>
  )),
  descriptionColumn,
  createdColumn,
]

const askDelete = ({ id, name }: SshKey) =>
  askToDelete({
    kind: 'SSH key',
    name,
    consequence: 'is no longer added to new instances. Instances that have it keep it.',
    method: 'currentUserSshKeyDelete',
    request: { path: { sshKey: id } },
  })

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
    emptyBody="SSH keys are added to instances when they are created, so that you can log in over SSH."
  />
)
