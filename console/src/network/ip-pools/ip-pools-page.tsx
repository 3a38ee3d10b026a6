import { Link } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import type { IpPool } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { askToDeletePool, poolDeleteRefusal } from './pool-actions.tsx'
import { ipPoolPath, ipPoolsSource } from './queries.ts'
import { UseCell } from './use-bar.tsx'
import { type Use, usesOf } from './use.ts'

const allocatedOf = ({ utilization }: IpPool, version: Use['version']) =>
  utilization && usesOf(utilization).find((use) => use.version === version)?.allocated

const columns: readonly Column<IpPool>[] = [
  nameColumn(({ name }) => <Link to={ipPoolPath(name)}>{name}</Link>),
  descriptionColumn,
  ...(['IPv4', 'IPv6'] as const).map((version) => ({
    id: version,
    header: `${version} used`,
    cell: (pool: IpPool) => <UseCell pool={pool} version={version} />,
    value: (pool: IpPool) => allocatedOf(pool, version),
    mono: true,
    alignEnd: true,
  })),
  createdColumn,
]

export function IpPoolsPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="IP Pools"
      source={ipPoolsSource}
      columns={columns}
      create={{ label: 'New IP pool', to: '/system/networking/ip-pools-new', refusal: refused('ip_pool_create') }}
      actions={<ButtonLink to="/system/networking/ip-pools-service">Service pool</ButtonLink>}
      view={({ id }) => copyRequest('ipPoolView', { path: { pool: id } })}
      rowActions={(pool) => [
        {
          label: 'Edit',
          refusal: refused('ip_pool_update'),
          link: <Link to="/system/networking/ip-pools/$pool/edit" params={{ pool: pool.name }} search state />,
        },
        {
          label: 'Delete',
          danger: true,
          refusal:
            refused('ip_pool_delete') ?? poolDeleteRefusal(pool.utilization && usesOf(pool.utilization).length > 0),
          onSelect: () => askToDeletePool(pool),
        },
      ]}
      itemLink={({ name }) => ipPoolPath(name)}
      emptyIcon={<Globe />}
      emptyTitle="No IP pools"
      emptyBody="An IP pool holds external addresses for instances. Silos use the pools that they are linked to."
    />
  )
}
