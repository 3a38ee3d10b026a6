import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { IpPool, IpPoolSiloLink } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest, rowMenu } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { failureOf } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Badge } from '~/ui/badge.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
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

function askToSetDefault(pool: IpPool, { siloId, name, isDefault }: NamedLink): void {
  const request = { path: { pool: pool.id, silo: siloId }, body: { isDefault: !isDefault } }
  void confirm({
    title: isDefault ? 'Clear default' : 'Make default',
    body: isDefault ? (
      <>
        <b>{name}</b> has no default pool then: who asks for an address there has to name a pool, and no instance can be
        created.
      </>
    ) : (
      <>
        <b>{pool.name}</b> becomes the default pool of <b>{name}</b>, in the place of any other.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('ipPoolSiloUpdate', request)} />,
    action: async () => {
      await apiCall('ipPoolSiloUpdate', request)
      toast({
        content: outcome('IP pool', pool.name, isDefault ? 'is no longer the default of' : 'is the default of', name),
      })
      void refreshAfter('ipPoolSiloUpdate')
    },
  })
}

function askToUnlink(pool: IpPool, { siloId, name }: NamedLink): void {
  const request = { path: { pool: pool.id, silo: siloId } }
  void confirm({
    title: 'Unlink silo',
    danger: true,
    body: (
      <>
        <b>{name}</b> takes no more addresses from <b>{pool.name}</b>, and its internet gateways lose the pool.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('ipPoolSiloUnlink', request)} />,
    action: async () => {
      await apiCall('ipPoolSiloUnlink', request)
      toast({ content: outcome('Silo', name, 'unlinked from', pool.name) })
      void refreshAfter('ipPoolSiloUnlink')
    },
  })
}

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
            onSelect: () => askToSetDefault(pool, link),
          },
          {
            label: 'Unlink',
            danger: true,
            disabled: refused('ip_pool_silo_unlink'),
            onSelect: () => askToUnlink(pool, link),
          },
        ])
      }
      empty={<p className="px-4 py-3.5 text-ink-2">No silo takes addresses from this pool yet: link one.</p>}
    />
  )
}
