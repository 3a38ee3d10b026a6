import { Link } from '@tanstack/react-router'
import { Stamp } from 'lucide-react'
import type { UpdatesTrustRoot } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { trustRootsSource } from './queries.ts'

const columns: readonly Column<UpdatesTrustRoot>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => (
      <Link to="/system/updates/trust-roots/$trustRoot" params={{ trustRoot: id }} search state>
        {id}
      </Link>
    ),
    value: ({ id }) => id,
    mono: true,
  },
  createdColumn,
]

export function TrustRootsPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="Trust Roots"
      source={trustRootsSource}
      columns={columns}
      create={{
        label: 'Add trust root',
        to: '/system/updates/trust-roots-new',
        refusal: refused('system_update_trust_root_create'),
      }}
      view={({ id }) => copyRequest('systemUpdateTrustRootView', { path: { trustRootId: id } })}
      rowActions={({ id }) => [
        {
          label: 'Delete',
          danger: true,
          refusal: refused('system_update_trust_root_delete'),
          onSelect: () =>
            askToDelete({
              kind: 'trust root',
              name: id,
              consequence: 'no longer verifies repositories. Uploaded repositories stay.',
              method: 'systemUpdateTrustRootDelete',
              request: { path: { trustRootId: id } },
            }),
        },
      ]}
      itemLink={({ id }) => pathTo('/system/updates/trust-roots/$trustRoot', { trustRoot: id })}
      emptyIcon={<Stamp />}
      emptyTitle="No trust roots"
      emptyBody="A trust root has the keys that sign releases. Without one, no repository can be uploaded."
    />
  )
}
