import { getRouteApi, Link } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { InternetGateway } from '~/api/types.gen.ts'
import { vpcRoutesQuery } from '~/network/routers/queries.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { CountCell } from '~/shell/list/count-cell.tsx'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { attachedAddressesQuery, attachedPoolsQuery, gatewayPath, gatewaysSource, routesThrough } from './queries.ts'

const DeleteGateway = lazyPart(() => import('./delete-gateway.tsx'))

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const lengthOf = ({ length }: readonly unknown[]) => length

const columnsFor = (params: VpcParams): readonly Column<InternetGateway>[] => [
  nameColumn(({ name }) => (
    <Link to={gatewayPath(params, name)} search state>
      {name}
    </Link>
  )),
  descriptionColumn,
  {
    id: 'pools',
    header: 'IP pools',
    cell: ({ id, ipPoolCount }) => <CountCell known={ipPoolCount} query={attachedPoolsQuery(id)} count={lengthOf} />,
  },
  {
    id: 'addresses',
    header: 'Addresses',
    cell: ({ id, ipAddressCount }) => (
      <CountCell known={ipAddressCount} query={attachedAddressesQuery(id)} count={lengthOf} />
    ),
  },
  {
    id: 'routes',
    header: 'Routes',
    cell: ({ name, routeCount }) => (
      <CountCell
        known={routeCount}
        query={vpcRoutesQuery(params)}
        count={(routes) => routesThrough(routes, name).length}
      />
    ),
  },
  createdColumn,
]

export function InternetGatewaysTab() {
  const { project, vpc } = route.useParams()
  const params = useMemo(() => ({ project, vpc }), [project, vpc])
  const refused = useRefusals({ project })
  const [deleted, setDeleted] = useState<InternetGateway | null>(null)
  const columns = useMemo(() => columnsFor(params), [params])
  return (
    <>
      <ListPage
        below
        title="Internet Gateways"
        source={gatewaysSource(params)}
        columns={columns}
        create={{
          label: 'New internet gateway',
          to: pathTo('/projects/$project/vpcs/$vpc/internet-gateways-new', params),
          refusal: refused('internet_gateway_create'),
        }}
        itemLink={({ name }) => gatewayPath(params, name)}
        view={({ id }) => copyRequest('internetGatewayView', { path: { gateway: id } })}
        rowActions={(gateway) => [
          {
            label: 'Delete',
            danger: true,
            refusal: refused('internet_gateway_delete'),
            onSelect: () => setDeleted(gateway),
          },
        ]}
        emptyIcon={<DoorOpen />}
        emptyTitle="No internet gateways"
        emptyBody="An internet gateway connects the VPC to the internet. Routes send traffic to it, and its IP pools provide the source addresses."
      />
      {deleted && (
        <PartBoundary onFailed={() => setDeleted(null)}>
          <DeleteGateway params={params} gateway={deleted} onClose={() => setDeleted(null)} />
        </PartBoundary>
      )}
    </>
  )
}
