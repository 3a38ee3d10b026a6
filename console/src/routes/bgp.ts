import { redirect } from '@tanstack/react-router'
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
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { system } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

const bgp = page(system, '/system/networking/bgp', 'BGP', {
  component: lazyPage(() => import('~/fleet/bgp/bgp-page.tsx'), 'BgpPage'),
})

export const bgpRoutes = [
  bgp.addChildren([
    redirectFrom(bgp, '/system/networking/bgp', () => {
      throw redirect({ to: '/system/networking/bgp/configs', replace: true })
    }),
    pageWithPanels(bgp, '/system/networking/bgp/configs', 'Configurations', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, configsSource),
      component: lazyPage(() => import('~/fleet/bgp/configs-tab.tsx'), 'ConfigsTab'),
      panels: (list) => [
        panel(list, '/system/networking/bgp/configs-new', 'New BGP configuration', {
          component: lazyPage(() => import('~/fleet/bgp/config-create.tsx'), 'NewConfig'),
        }),
      ],
    }),
    page(bgp, '/system/networking/bgp/peers', 'Peers', {
      validateSearch: listSearch,
      loader: ({ context }) => cachedFirst(context, peersQuery),
      component: lazyPage(() => import('~/fleet/bgp/peers-tab.tsx'), 'PeersTab'),
    }),
    pageWithPanels(bgp, '/system/networking/bgp/announce-sets', 'Announce Sets', {
      validateSearch: listSearch,
      loader: ({ context }) => cachedFirst(context, announceSetsQuery),
      component: lazyPage(() => import('~/fleet/bgp/announce-sets-tab.tsx'), 'AnnounceSetsTab'),
      panels: (list) => [
        panel(list, '/system/networking/bgp/announce-sets-new', 'New announce set', {
          component: lazyPage(() => import('~/fleet/bgp/announce-set-form.tsx'), 'NewAnnounceSet'),
        }),
        panel(list, '/system/networking/bgp/announce-sets/$set', 'Edit announce set', {
          loader: ({ context, params }) =>
            Promise.all([
              context.queryClient.fetchQuery(announceSetsQuery),
              context.queryClient.fetchQuery(announcementsQuery(params.set)),
            ]),
          component: lazyPage(() => import('~/fleet/bgp/announce-set-form.tsx'), 'EditAnnounceSet'),
        }),
      ],
    }),
    page(bgp, '/system/networking/bgp/routes', 'Routes', {
      validateSearch: routesSearch,
      loaderDeps: ({ search: { tab, asn } }) => ({ tab, asn }),
      loader: async ({ context, deps }) => {
        if (deps.tab !== 'imported') return void (await cachedFirst(context, exportedQuery))
        const [asn] = await Promise.all([asnOf(context, deps), cachedFirst(context, configsQuery)])
        if (asn !== undefined) await cachedFirst(context, importedQuery(asn))
      },
      component: lazyPage(() => import('~/fleet/bgp/routes-tab.tsx'), 'RoutesTab'),
    }),
    page(bgp, '/system/networking/bgp/history', 'History', {
      validateSearch: asnSearch,
      loaderDeps: ({ search: { asn } }) => ({ asn }),
      loader: async ({ context, deps }) => {
        const [asn] = await Promise.all([asnOf(context, deps), cachedFirst(context, configsQuery)])
        if (asn !== undefined) await cachedFirst(context, historyQuery(asn))
      },
      component: lazyPage(() => import('~/fleet/bgp/history-tab.tsx'), 'HistoryTab'),
    }),
  ]),
] as const
