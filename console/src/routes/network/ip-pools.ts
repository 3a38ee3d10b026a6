import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import {
  ipPoolQuery,
  ipPoolsSource,
  poolSearch,
  rangesQuery,
  servicePoolQuery,
  serviceRangesQuery,
  siloPoolsQuery,
} from '~/network/ip-pools/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { silo } from '../identity/silos.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'IP Pools', to: '/system/networking/ip-pools' }

const networkingIndex = createRoute({
  getParentRoute: () => system,
  path: 'networking',
  beforeLoad: () => {
    throw redirect({ to: '/system/networking/ip-pools', replace: true })
  },
})

const ipPools = createRoute({
  getParentRoute: () => system,
  id: '_ip-pools',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, ipPoolsSource),
  component: lazyPage(() => import('~/network/ip-pools/ip-pools-page.tsx'), 'IpPoolsPage'),
})

const ipPoolsAlone = createRoute({ getParentRoute: () => ipPools, path: 'networking/ip-pools' })

const ipPoolCreate = createRoute({
  getParentRoute: () => ipPools,
  path: 'networking/ip-pools-new',
  staticData: { panel: 'New IP pool' },
  component: lazyPage(() => import('~/network/ip-pools/ip-pool-create.tsx'), 'NewIpPool'),
})

const ipPoolEdit = createRoute({
  getParentRoute: () => ipPools,
  path: 'networking/ip-pools/$pool/edit',
  staticData: { panel: 'Edit IP pool' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(ipPoolQuery(params.pool)),
  component: lazyPage(() => import('~/network/ip-pools/ip-pool-edit.tsx'), 'EditIpPool'),
})

/** The page of a pool; its panels show over it. */
const ipPool = createRoute({
  getParentRoute: () => system,
  path: 'networking/ip-pools/$pool',
  staticData: { page: true, crumbs: [crumb, { label: '$pool', to: '/system/networking/ip-pools/$pool' }] },
  validateSearch: poolSearch,
  loader: async ({ context, params }) => {
    const { id } = await cachedFirst(context, ipPoolQuery(params.pool))
    await cachedFirst(context, rangesQuery(id))
  },
  component: lazyPage(() => import('~/network/ip-pools/ip-pool-page.tsx'), 'IpPoolPage'),
})

const rangeAdd = createRoute({
  getParentRoute: () => ipPool,
  path: 'ranges-add',
  staticData: { panel: 'Add range' },
  component: lazyPage(() => import('~/network/ip-pools/range-add.tsx'), 'AddRange'),
})

const servicePool = createRoute({
  getParentRoute: () => system,
  path: 'networking/ip-pools-service',
  staticData: { page: true, crumbs: [crumb, { label: 'Service', to: '/system/networking/ip-pools-service' }] },
  validateSearch: listSearch,
  loader: ({ context }) =>
    Promise.all([cachedFirst(context, servicePoolQuery), cachedFirst(context, serviceRangesQuery)]),
  component: lazyPage(() => import('~/network/ip-pools/service-pool-page.tsx'), 'ServicePoolPage'),
})

const serviceRangeAdd = createRoute({
  getParentRoute: () => servicePool,
  path: 'ranges-add',
  staticData: { panel: 'Add range' },
  component: lazyPage(() => import('~/network/ip-pools/range-add.tsx'), 'AddServiceRange'),
})

export const ipPoolRoutes = [
  networkingIndex,
  ipPools.addChildren([ipPoolsAlone, ipPoolCreate, ipPoolEdit]),
  ipPool.addChildren([rangeAdd]),
  servicePool.addChildren([serviceRangeAdd]),
] as const

/** A tab of a silo. */
const siloPools = createRoute({
  getParentRoute: () => silo,
  path: 'ip-pools',
  staticData: { crumbs: [{ label: 'IP Pools', to: '/system/silos/$silo/ip-pools' }] },
  validateSearch: listSearch,
  loader: ({ context, params }) => cachedFirst(context, siloPoolsQuery(params.silo)),
  component: lazyPage(() => import('~/network/ip-pools/silo-pools-tab.tsx'), 'SiloPoolsTab'),
})

export const siloPoolRoutes = [siloPools] as const
