import { createRoute } from '@tanstack/react-router'
import { gatewayQuery, gatewaysSource } from '~/network/internet-gateways/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { vpcTabs } from './vpcs.ts'

const gateways = createRoute({
  getParentRoute: () => vpcTabs,
  id: '_internet-gateways',
  staticData: { crumbs: [{ label: 'Internet Gateways', to: '/projects/$project/vpcs/$vpc/internet-gateways' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, gatewaysSource(args.params)),
  component: lazyPage(() => import('~/network/internet-gateways/gateways-tab.tsx'), 'InternetGatewaysTab'),
})

const gatewaysAlone = createRoute({ getParentRoute: () => gateways, path: 'internet-gateways' })

const gatewayCreate = createRoute({
  getParentRoute: () => gateways,
  path: 'internet-gateways-new',
  staticData: { panel: 'New internet gateway' },
  component: lazyPage(() => import('~/network/internet-gateways/gateway-create.tsx'), 'NewGateway'),
})

const gateway = createRoute({
  getParentRoute: () => gateways,
  path: 'internet-gateways/$gateway',
  staticData: { panel: 'Internet gateway' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(gatewayQuery(params)),
  component: lazyPage(() => import('~/network/internet-gateways/gateway-panel.tsx'), 'GatewayPanel'),
})

export const gatewayRoutes = [gateways.addChildren([gatewaysAlone, gatewayCreate, gateway])] as const
