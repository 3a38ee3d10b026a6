import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { asnOf, asnSearch, routesSearch } from '~/fleet/bgp/asn-search.ts'
import {
  announcementsQuery,
  announceSetsQuery,
  configsQuery,
  configsSource,
  exportedQuery,
  historyQuery,
  importedQuery,
  peersQuery,
} from '~/fleet/bgp/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const bgp = createRoute({
  getParentRoute: () => system,
  path: 'networking/bgp',
  staticData: { page: true, crumbs: [{ label: 'BGP', to: '/system/networking/bgp' }] },
  component: lazyPage(() => import('~/fleet/bgp/bgp-page.tsx'), 'BgpPage'),
})

const bgpIndex = createRoute({
  getParentRoute: () => bgp,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/system/networking/bgp/configs', replace: true })
  },
})

const configs = createRoute({
  getParentRoute: () => bgp,
  id: '_configs',
  staticData: { crumbs: [{ label: 'Configurations', to: '/system/networking/bgp/configs' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, configsSource),
  component: lazyPage(() => import('~/fleet/bgp/configs-tab.tsx'), 'ConfigsTab'),
})

const configsAlone = createRoute({ getParentRoute: () => configs, path: 'configs' })

const configCreate = createRoute({
  getParentRoute: () => configs,
  path: 'configs-new',
  staticData: { panel: 'New BGP configuration' },
  component: lazyPage(() => import('~/fleet/bgp/config-create.tsx'), 'NewConfig'),
})

const peers = createRoute({
  getParentRoute: () => bgp,
  path: 'peers',
  staticData: { crumbs: [{ label: 'Peers', to: '/system/networking/bgp/peers' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, peersQuery),
  component: lazyPage(() => import('~/fleet/bgp/peers-tab.tsx'), 'PeersTab'),
})

const announceSets = createRoute({
  getParentRoute: () => bgp,
  id: '_announce-sets',
  staticData: { crumbs: [{ label: 'Announce Sets', to: '/system/networking/bgp/announce-sets' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, announceSetsQuery),
  component: lazyPage(() => import('~/fleet/bgp/announce-sets-tab.tsx'), 'AnnounceSetsTab'),
})

const announceSetsAlone = createRoute({ getParentRoute: () => announceSets, path: 'announce-sets' })

const announceSetCreate = createRoute({
  getParentRoute: () => announceSets,
  path: 'announce-sets-new',
  staticData: { panel: 'New announce set' },
  component: lazyPage(() => import('~/fleet/bgp/announce-set-form.tsx'), 'NewAnnounceSet'),
})

const announceSetEdit = createRoute({
  getParentRoute: () => announceSets,
  path: 'announce-sets/$set',
  staticData: { panel: 'Edit announce set' },
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.fetchQuery(announceSetsQuery),
      context.queryClient.fetchQuery(announcementsQuery(params.set)),
    ]),
  component: lazyPage(() => import('~/fleet/bgp/announce-set-form.tsx'), 'EditAnnounceSet'),
})

const routes = createRoute({
  getParentRoute: () => bgp,
  path: 'routes',
  staticData: { crumbs: [{ label: 'Routes', to: '/system/networking/bgp/routes' }] },
  validateSearch: routesSearch,
  loaderDeps: ({ search: { tab, asn } }) => ({ tab, asn }),
  loader: async ({ context, deps }) => {
    if (deps.tab !== 'imported') return void (await cachedFirst(context, exportedQuery))
    const [asn] = await Promise.all([asnOf(context, deps), cachedFirst(context, configsQuery)])
    if (asn !== undefined) await cachedFirst(context, importedQuery(asn))
  },
  component: lazyPage(() => import('~/fleet/bgp/routes-tab.tsx'), 'RoutesTab'),
})

const history = createRoute({
  getParentRoute: () => bgp,
  path: 'history',
  staticData: { crumbs: [{ label: 'History', to: '/system/networking/bgp/history' }] },
  validateSearch: asnSearch,
  loaderDeps: ({ search: { asn } }) => ({ asn }),
  loader: async ({ context, deps }) => {
    const [asn] = await Promise.all([asnOf(context, deps), cachedFirst(context, configsQuery)])
    if (asn !== undefined) await cachedFirst(context, historyQuery(asn))
  },
  component: lazyPage(() => import('~/fleet/bgp/history-tab.tsx'), 'HistoryTab'),
})

export const bgpRoutes = [
  bgp.addChildren([
    bgpIndex,
    configs.addChildren([configsAlone, configCreate]),
    peers,
    announceSets.addChildren([announceSetsAlone, announceSetCreate, announceSetEdit]),
    routes,
    history,
  ]),
] as const
