import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IpPool, IpPoolSiloLink } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { Badge } from '~/ui/badge.tsx'
import { askToSetDefault, askToUnlink } from './pool-actions.tsx'
import { silosQuery } from './queries.ts'

/** A link as a row: its id and name are those of the silo. */
type Row = IpPoolSiloLink & { id: string; name: string }

const isDefaultText = ({ isDefault }: Row) => (isDefault ? 'Yes' : 'No')

const columns: Columns<Row> = [
  {
    id: 'silo',
    header: 'Silo',
    cell: ({ name, isDefault }) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <Link to="/system/silos/$silo/ip-pools" params={{ silo: name }} className="truncate">
          {name}
        </Link>
        {isDefault && <Badge>default</Badge>}
      </span>
    ),
    value: ({ name }) => name,
  },
  { id: 'default', header: 'Default pool', value: isDefaultText },
]

interface SilosTableProps {
  pool: IpPool
  list: UseQueryResult<IpPoolSiloLink[]>
}

export function SilosTable({ pool, list }: SilosTableProps) {
  const isUnnamed = list.data?.some(({ siloName }) => !siloName) ?? false
  const silos = useQuery({ ...silosQuery, enabled: isUnnamed }).data
  const refused = useRefusals()
  const rows = list.data?.map((link): Row => ({
    ...link,
    id: link.siloId,
    name: link.siloName ?? silos?.find(({ id }) => id === link.siloId)?.name ?? link.siloId,
  }))
  return (
    <WholeListTable
      label="Linked silos"
      rows={rows}
      read={{ failure: failureOf(list) }}
      columns={columns}
      view={() => copyRequest('ipPoolSiloList', { path: { pool: pool.id } })}
      rowActions={(silo) => [
        {
          label: silo.isDefault ? 'Clear default' : 'Make default',
          refusal: refused('ip_pool_silo_update'),
          onSelect: () => askToSetDefault({ pool, silo, isDefault: silo.isDefault }),
        },
        {
          label: 'Unlink',
          danger: true,
          refusal: refused('ip_pool_silo_unlink'),
          onSelect: () => askToUnlink('Unlink silo', { pool, silo }),
        },
      ]}
      empty={<p className="px-4 py-3.5 text-ink-2">Not linked to any silo yet.</p>}
    />
  )
}
