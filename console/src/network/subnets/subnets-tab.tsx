import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { wholeListQuery } from '~/api/queries.ts'
import type { VpcRouter, VpcSubnet } from '~/api/types.gen.ts'
import { routerPath, secondaryRoutersQuery } from '~/network/routers/queries.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { CountCell } from '~/shell/list/count-cell.tsx'
import { ListPage } from '~/shell/list/list-page.tsx'
import { type Reading, useReading } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { subnetPath, subnetsSource } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const interfacesQuery = (subnet: string) =>
  wholeListQuery(
    'vpcSubnetListNetworkInterfaces',
    { path: { subnet } },
    { secondary: true, staleTime: 30_000, expected: 'the subnet may be deleted' },
  )

type Routers = Reading<VpcRouter[]>

const customRouterOf = ({ customRouterId }: VpcSubnet, routers: Routers) =>
  customRouterId ? routers.data?.find(({ id }) => id === customRouterId) : null

const columnsFor = (params: VpcParams, routers: Routers): readonly Column<VpcSubnet>[] => [
  nameColumn(({ name }) => (
    <Link to={subnetPath(params, name)} search state>
      {name}
    </Link>
  )),
  descriptionColumn,
  {
    id: 'blocks',
    header: 'IP blocks',
    cell: ({ ipv4Block, ipv6Block }) => (
      <span className="flex flex-wrap gap-x-3">
        <span>{ipv4Block}</span>
        <span>{ipv6Block}</span>
      </span>
    ),
    value: ({ ipv4Block, ipv6Block }) => `${ipv4Block} ${ipv6Block}`,
    mono: true,
  },
  {
    id: 'custom_router',
    header: 'Custom router',
    cell: (subnet) => (
      <SecondaryCell
        value={customRouterOf(subnet, routers)}
        failure={subnet.customRouterId ? routers.failure : undefined}
      >
        {({ name }) => <Link to={routerPath(params, name)}>{name}</Link>}
      </SecondaryCell>
    ),
    value: (subnet) => customRouterOf(subnet, routers)?.name ?? '',
  },
  {
    id: 'network_interfaces',
    header: 'NICs',
    cell: ({ id, networkInterfaceCount }) => (
      <CountCell known={networkInterfaceCount} query={interfacesQuery(id)} count={({ length }) => length} />
    ),
  },
  createdColumn,
]

function inUse({ networkInterfaceCount: count = 0 }: VpcSubnet): string | undefined {
  if (count === 1) return '1 network interface uses this subnet. Delete it first.'
  return count > 1 ? `${count} network interfaces use this subnet. Delete them first.` : undefined
}

const askToDeleteSubnet = ({ id, name }: VpcSubnet) =>
  askToDelete({
    kind: 'subnet',
    name,
    consequence: 'is permanently deleted, along with its route in the system router.',
    method: 'vpcSubnetDelete',
    request: { path: { subnet: id } },
  })

export function SubnetsTab() {
  const { project, vpc } = route.useParams()
  const params = useMemo(() => ({ project, vpc }), [project, vpc])
  const routers = useReading(useQuery(secondaryRoutersQuery(params)))
  const refused = useRefusals({ project })
  const columns = useMemo(() => columnsFor(params, routers), [params, routers])
  return (
    <ListPage
      below
      title="Subnets"
      source={subnetsSource(params)}
      columns={columns}
      create={{
        label: 'New subnet',
        to: pathTo('/projects/$project/vpcs/$vpc/subnets-new', params),
        refusal: refused('vpc_subnet_create'),
      }}
      itemLink={({ name }) => subnetPath(params, name)}
      view={({ id }) => copyRequest('vpcSubnetView', { path: { subnet: id } })}
      rowActions={(subnet) => [
        {
          label: 'Edit',
          refusal: refused('vpc_subnet_update'),
          link: <Link to={subnetPath(params, subnet.name)} search state />,
        },
        {
          label: 'Delete',
          danger: true,
          refusal: refused('vpc_subnet_delete') ?? inUse(subnet),
          onSelect: () => askToDeleteSubnet(subnet),
        },
      ]}
      emptyIcon={<Waypoints />}
      emptyTitle="No subnets"
      emptyBody="A subnet is a block of addresses in the VPC. Every network interface is in a subnet."
    />
  )
}
