import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { partsQuery } from '~/network/vpcs/topology/parts.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { vpcTabs } from './vpcs.ts'

const topology = createRoute({
  getParentRoute: () => vpcTabs,
  path: 'topology',
  staticData: { crumbs: [{ label: 'Topology', to: '/projects/$project/vpcs/$vpc/topology' }] },
  loader: ({ context, params }) => cachedFirst(context, partsQuery(params)),
  component: lazyPage(() => import('~/network/vpcs/topology/topology-tab.tsx'), 'TopologyTab'),
})

export const topologyRoutes = [topology] as const
