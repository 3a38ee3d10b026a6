import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { IpPool, IpPoolSiloLink } from '~/api/types.gen.ts'
import { copyRequest, rowMenu } from '~/shell/copy-request.ts'
import { failureOf } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Badge } from '~/ui/badge.tsx'
import { askToSetDefault, askToUnlink } from './link-actions.tsx'
import { silosQuery } from './queries.ts'

type NamedLink = IpPoolSiloLink & { name: string }

const columns: readonly Column<NamedLink>[] = [
  {
    id: 'silo',
    header: 'Silo',
    cell: ({ name, isDefault }) => (
      <span className="inline-flex items-center gap-2">
        {name}
        {isDefault && <Badge>default</Badge>}
      </span>
    ),
  },
  { id: 'default', header: 'Default pool', cell: ({ isDefault }) => (isDefault ? 'Yes' : 'No') },
]

const siloOf = ({ siloId, name }: NamedLink) => ({ id: siloId, name })

interface SilosTableProps {
  pool: IpPool
  list: UseQueryResult<IpPoolSiloLink[]>
}

/** The silos that take addresses from a pool. */
export function SilosTable({ pool, list }: SilosTableProps) {
  const isUnnamed = list.data?.some(({ siloName }) => !siloName) ?? false
  const silos = useQuery({ ...silosQuery, enabled: isUnnamed }).data
  const refused = useRefusals()
  const links = list.data?.map((link): NamedLink => ({
    ...link,
    name: link.siloName ?? silos?.find(({ id }) => id === link.siloId)?.name ?? link.siloId,
  }))
  return (
    <Table
      label="Linked silos"
      rows={links}
      failure={failureOf(list)}
      columns={columns}
      getId={({ siloId }) => siloId}
      getName={({ name }) => name}
      rowActions={(link) =>
        rowMenu(link.siloId, copyRequest('ipPoolSiloList', { path: { pool: pool.id } }), [
          {
            label: link.isDefault ? 'Clear default' : 'Make default',
            disabled: refused('ip_pool_silo_update'),
            onSelect: () => askToSetDefault({ pool, silo: siloOf(link), isDefault: link.isDefault }),
          },
          {
            label: 'Unlink',
            danger: true,
            disabled: refused('ip_pool_silo_unlink'),
            onSelect: () => askToUnlink('Unlink silo', { pool, silo: siloOf(link) }),
          },
        ])
      }
      empty={<p className="px-4 py-3.5 text-ink-2">No silo takes addresses from this pool yet: link one.</p>}
    />
  )
}
