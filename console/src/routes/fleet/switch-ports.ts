import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { loadSwitchPort, switchPortsQuery } from '~/fleet/switch-ports/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Switch Ports', to: '/system/networking/switch-ports' }

const switchPorts = createRoute({
  getParentRoute: () => system,
  path: 'networking/switch-ports',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, switchPortsQuery),
  component: lazyPage(() => import('~/fleet/switch-ports/switch-ports-page.tsx'), 'SwitchPortsPage'),
})

const switchPort = createRoute({
  getParentRoute: () => system,
  path: 'networking/switch-ports/$portId',
  staticData: {
    page: true,
    crumbs: [crumb, { label: '$called', to: '/system/networking/switch-ports/$portId' }],
  },
  loader: ({ context, params }) => loadSwitchPort(context, params.portId),
  component: lazyPage(() => import('~/fleet/switch-ports/switch-port-page.tsx'), 'SwitchPortPage'),
})

export const switchPortRoutes = [switchPorts, switchPort] as const
