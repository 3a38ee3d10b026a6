import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { InternetGatewayIpAddress, InternetGatewayIpPool } from '~/api/types.gen.ts'
import { PoolName } from '~/network/pool-name.tsx'
import { type RouterWithRoute, vpcRoutesQuery } from '~/network/routers/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { addressColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { Fact } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { Attachment } from './detach.tsx'
import { attachedAddressesQuery, attachedPoolsQuery, gatewayQuery, gatewaysPath, routesThrough } from './queries.ts'

const AttachPool = lazyPart(() => import('./attach-pool.tsx'))
const AttachAddress = lazyPart(() => import('./attach-address.tsx'))
const Detach = lazyPart(() => import('./detach.tsx'))

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_internet-gateways/internet-gateways/$gateway')

const maxWidth = '9rem'
const named = { ...nameColumn(({ name }: { name: string }) => name), maxWidth }
const described = { ...descriptionColumn, maxWidth }

const poolColumns: readonly Column<InternetGatewayIpPool>[] = [
  named,
  { id: 'pool', header: 'IP pool', cell: ({ ipPoolId }) => <PoolName id={ipPoolId} />, maxWidth },
  described,
]

const addressColumns: readonly Column<InternetGatewayIpAddress>[] = [
  named,
  addressColumn('address', 'Address', ({ address }) => address),
  described,
]

const routeColumns: readonly Column<RouterWithRoute>[] = [
  { id: 'router', header: 'Router', cell: ({ router }) => router.name },
  { id: 'route', header: 'Route', cell: ({ route: { name } }) => name },
]

const idOf = ({ id }: { id: string }) => id
const nameOf = ({ name }: { name: string }) => name
const idOfRoute = ({ route: { id } }: RouterWithRoute) => id

type Dialog = 'pool' | 'address' | Attachment

export function GatewayPanel() {
  const params = route.useParams()
  const { data: gateway } = useSuspenseQuery(gatewayQuery(params))
  const pools = useQuery(attachedPoolsQuery(gateway.id))
  const addresses = useQuery(attachedAddressesQuery(gateway.id))
  const routes = useQuery(vpcRoutesQuery(params))
  const through = routes.data && routesThrough(routes.data, gateway.name)
  const refused = useRefusals({ project: params.project })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const unknown = through ? undefined : 'The routes that use this gateway are still loading'
  return (
    <DetailPanel title={gateway.name} closeTo={gatewaysPath(params)}>
      <Metadata thing={gateway}>
        <Fact label="Description">{gateway.description}</Fact>
      </Metadata>
      <Card
        title="IP pools"
        actions={
          <Button refusal={refused('internet_gateway_ip_pool_create')} onClick={() => setDialog('pool')}>
            Attach IP pool
          </Button>
        }
      >
        <Table
          label="IP pools"
          framed={false}
          rows={pools.data}
          columns={poolColumns}
          getId={idOf}
          getName={nameOf}
          read={readState(pools)}
          rowActions={({ id, name }) =>
            rowMenu(id, copyRequest('internetGatewayIpPoolList', { query: { gateway: gateway.id } }), [
              {
                label: 'Detach',
                danger: true,
                refusal: refused('internet_gateway_ip_pool_delete') ?? unknown,
                onSelect: () => setDialog({ kind: 'IP pool', id, name }),
              },
            ])
          }
          empty={<None>No IP pools attached. Traffic through this gateway uses no pool address.</None>}
        />
      </Card>
      <Card
        title="Addresses"
        actions={
          <Button refusal={refused('internet_gateway_ip_address_create')} onClick={() => setDialog('address')}>
            Attach address
          </Button>
        }
      >
        <Table
          label="Addresses"
          framed={false}
          rows={addresses.data}
          columns={addressColumns}
          getId={idOf}
          getName={nameOf}
          read={readState(addresses)}
          rowActions={({ id, name }) =>
            rowMenu(id, copyRequest('internetGatewayIpAddressList', { query: { gateway: gateway.id } }), [
              {
                label: 'Detach',
                danger: true,
                refusal: refused('internet_gateway_ip_address_delete') ?? unknown,
                onSelect: () => setDialog({ kind: 'address', id, name }),
              },
            ])
          }
          empty={<None>No addresses attached.</None>}
        />
      </Card>
      <Card title="Routes that use it">
        <Table
          label="Routes that use it"
          framed={false}
          rows={through}
          columns={routeColumns}
          getId={idOfRoute}
          read={readState(routes)}
          empty={<None>No routes use this gateway.</None>}
        />
      </Card>
      {dialog && (
        <PartBoundary onFailed={close}>
          {dialog === 'pool' ? (
            <AttachPool gateway={gateway} attached={pools.data ?? []} onClose={close} />
          ) : dialog === 'address' ? (
            <AttachAddress gateway={gateway} onClose={close} />
          ) : (
            <Detach attachment={dialog} gateway={gateway.name} routes={through ?? []} onClose={close} />
          )}
        </PartBoundary>
      )}
    </DetailPanel>
  )
}

const None = ({ children }: { children: string }) => <p className="px-4 py-3.5 text-ink-2">{children}</p>
