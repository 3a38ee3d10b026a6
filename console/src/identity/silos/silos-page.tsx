import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import type { Silo } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { askToDeleteSilo } from './delete-silo.ts'
import { siloPath, silosSource } from './queries.ts'
import { modeLabel, yesOrNo } from './silo-words.ts'

const columns: readonly Column<Silo>[] = [
  nameColumn(({ name }) => <Link to={siloPath(name)}>{name}</Link>),
  descriptionColumn,
  { id: 'discoverable', header: 'Discoverable', value: ({ discoverable }) => yesOrNo(discoverable) },
  { id: 'identity_mode', header: 'Identity mode', value: ({ identityMode }) => modeLabel[identityMode] },
  createdColumn,
]

export function SilosPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="Silos"
      source={silosSource}
      columns={columns}
      create={{ label: 'New silo', to: '/system/silos-new', refusal: refused('silo_create') }}
      view={({ id }) => copyRequest('siloView', { path: { silo: id } })}
      rowActions={(silo) => [
        {
          label: 'Delete',
          danger: true,
          refusal: refused('silo_delete'),
          onSelect: () => askToDeleteSilo(silo),
        },
      ]}
      itemLink={({ name }) => siloPath(name)}
      emptyIcon={<Building2 />}
      emptyTitle="No silos to show"
      emptyBody="A silo is a tenant, such as a company or a team, with its own users, roles and projects."
    />
  )
}
