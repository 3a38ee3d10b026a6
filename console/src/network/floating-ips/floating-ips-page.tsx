import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { useMemo } from 'react'
import type { FloatingIp, SiloIpPool } from '~/api/types.gen.ts'
import { PoolName } from '~/network/pool-name.tsx'
import { poolsQuery } from '~/network/pools.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { NetworksNotice } from '~/shell/page/networks-notice.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { type StorageNames, ThingLink, useStorageNames } from '~/shell/things/storage-names.tsx'
import type { Column } from '~/table/columns.ts'
import { addressColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { useFloatingIpActions } from './floating-ip-actions.tsx'
import { floatingIpsSource } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

const columnsFor = (
  project: string,
  names: StorageNames,
  pools: readonly SiloIpPool[] | undefined,
): readonly Column<FloatingIp>[] => [
  nameColumn(({ name }) => (
    <Link to="/projects/$project/floating-ips/$floatingIp/edit" params={{ project, floatingIp: name }} search state>
      {name}
    </Link>
  )),
  descriptionColumn,
  addressColumn('ip', 'IP address', ({ ip }) => ip),
  {
    id: 'pool',
    header: 'Pool',
    cell: ({ ipPoolId }) => <PoolName id={ipPoolId} />,
    value: ({ ipPoolId }) => pools?.find(({ id }) => id === ipPoolId)?.name ?? '',
  },
  {
    id: 'instance',
    header: 'Instance',
    cell: ({ instanceId }) => <ThingLink {...{ project, names }} kind="instances" id={instanceId} tab="networking" />,
    value: ({ instanceId }) => names.instances?.get(instanceId ?? '')?.name ?? '',
  },
]

export function FloatingIpsPage() {
  const { project } = route.useParams()
  const names = useStorageNames(project, ['instances'])
  const pools = useQuery(poolsQuery).data
  const actions = useFloatingIpActions(project, names)
  const columns = useMemo(() => columnsFor(project, names, pools), [project, names, pools])
  const refusal = useRefusal('floating_ip_create', { project })
  return (
    <>
      <ListPage
        title="Floating IPs"
        source={floatingIpsSource(project)}
        columns={columns}
        narrowing={<NetworksNotice />}
        create={{
          label: 'New floating IP',
          to: pathTo('/projects/$project/floating-ips-new', { project }),
          refusal,
        }}
        view={({ id }) => copyRequest('floatingIpView', { path: { floatingIp: id } })}
        rowActions={actions.menu}
        itemLink={({ name }) =>
          pathTo('/projects/$project/floating-ips/$floatingIp/edit', { project, floatingIp: name })
        }
        emptyIcon={<MapPin />}
        emptyTitle="No floating IPs"
        emptyBody="A floating IP is a static address that you can move between instances. It stays in the project until you delete it."
      />
      {actions.dialog}
    </>
  )
}
