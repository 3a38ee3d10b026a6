import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { floatingIpQuery, floatingIpsSource } from '~/network/floating-ips/queries.ts'
import { poolsQuery } from '~/network/pools.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { project } from '../layouts.tsx'

const floatingIps = createRoute({
  getParentRoute: () => project,
  id: '_floating-ips',
  staticData: { page: true, crumbs: [{ label: 'Floating IPs', to: '/projects/$project/floating-ips' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, floatingIpsSource(args.params.project)),
  component: lazyPage(() => import('~/network/floating-ips/floating-ips-page.tsx'), 'FloatingIpsPage'),
})

const floatingIpsAlone = createRoute({ getParentRoute: () => floatingIps, path: 'floating-ips' })

const floatingIpCreate = createRoute({
  getParentRoute: () => floatingIps,
  path: 'floating-ips-new',
  staticData: { panel: 'New floating IP' },
  loader: ({ context }) => cachedFirst(context, poolsQuery),
  component: lazyPage(() => import('~/network/floating-ips/floating-ip-create.tsx'), 'NewFloatingIp'),
})

const floatingIpEdit = createRoute({
  getParentRoute: () => floatingIps,
  path: 'floating-ips/$floatingIp/edit',
  staticData: { panel: 'Edit floating IP' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(floatingIpQuery(params.project, params.floatingIp)),
  component: lazyPage(() => import('~/network/floating-ips/floating-ip-edit.tsx'), 'EditFloatingIp'),
})

export const floatingIpRoutes = [floatingIps.addChildren([floatingIpsAlone, floatingIpCreate, floatingIpEdit])] as const
