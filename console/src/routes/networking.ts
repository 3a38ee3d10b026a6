import { redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { blocksSource, lotsQuery, lotsSource } from '~/fleet/address-lots/queries.ts'
import { allowListQuery } from '~/fleet/allow-list/queries.ts'
import { sessionsQuery } from '~/fleet/bfd/queries.ts'
import { icmpQuery } from '~/fleet/icmp/queries.ts'
import { loopbacksSource, racksQuery } from '~/fleet/loopback-addresses/queries.ts'
import {
  bgpConfigsQuery,
  newSearch,
  portSettingsQuery,
  portSettingsSource,
} from '~/fleet/switch-port-settings/queries.ts'
import { loadSwitchPort, switchPortsQuery } from '~/fleet/switch-ports/queries.ts'
import {
  ipPoolQuery,
  ipPoolsSource,
  poolSearch,
  rangesQuery,
  servicePoolQuery,
  serviceRangesQuery,
} from '~/network/ip-pools/queries.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { system } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

const [ipPools, addressLots, switchPorts, portSettings] = [
  { label: 'IP Pools', to: '/system/networking/ip-pools' },
  { label: 'Address Lots', to: '/system/networking/address-lots' },
  { label: 'Switch Ports', to: '/system/networking/switch-ports' },
  { label: 'Switch Port Settings', to: '/system/networking/switch-port-settings' },
]

const ipPool = page(system, '/system/networking/ip-pools/$pool', [ipPools, '$pool'], {
  validateSearch: poolSearch,
  loader: async ({ context, params }) => {
    const { id } = await cachedFirst(context, ipPoolQuery(params.pool))
    await cachedFirst(context, rangesQuery(id))
  },
  component: lazyPage(() => import('~/network/ip-pools/ip-pool-page.tsx'), 'IpPoolPage'),
})

const servicePool = page(system, '/system/networking/ip-pools-service', [ipPools, 'Service'], {
  validateSearch: listSearch,
  loader: ({ context }) =>
    Promise.all([cachedFirst(context, servicePoolQuery), cachedFirst(context, serviceRangesQuery)]),
  component: lazyPage(() => import('~/network/ip-pools/service-pool-page.tsx'), 'ServicePoolPage'),
})

/** The network of the fleet; BGP has a table of its own. */
export const networkingRoutes = [
  redirectFrom(system, '/system/networking', () => {
    throw redirect({ to: '/system/networking/ip-pools', replace: true })
  }),
  pageWithPanels(system, '/system/networking/ip-pools', [ipPools], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, ipPoolsSource),
    component: lazyPage(() => import('~/network/ip-pools/ip-pools-page.tsx'), 'IpPoolsPage'),
    panels: (list) => [
      panel(list, '/system/networking/ip-pools-new', 'New IP pool', {
        component: lazyPage(() => import('~/network/ip-pools/ip-pool-forms.tsx'), 'NewIpPool'),
      }),
      panel(list, '/system/networking/ip-pools/$pool/edit', 'Edit IP pool', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(ipPoolQuery(params.pool)),
        component: lazyPage(() => import('~/network/ip-pools/ip-pool-forms.tsx'), 'EditIpPool'),
      }),
    ],
  }),
  ipPool.addChildren([
    panel(ipPool, '/system/networking/ip-pools/$pool/ranges-add', 'Add range', {
      component: lazyPage(() => import('~/network/ip-pools/range-add.tsx'), 'AddRange'),
    }),
  ]),
  servicePool.addChildren([
    panel(servicePool, '/system/networking/ip-pools-service/ranges-add', 'Add range', {
      component: lazyPage(() => import('~/network/ip-pools/range-add.tsx'), 'AddServiceRange'),
    }),
  ]),
  pageWithPanels(system, '/system/networking/address-lots', [addressLots], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, lotsSource),
    component: lazyPage(() => import('~/fleet/address-lots/address-lots-page.tsx'), 'AddressLotsPage'),
    panels: (list) => [
      panel(list, '/system/networking/address-lots-new', 'New address lot', {
        component: lazyPage(() => import('~/fleet/address-lots/address-lot-create.tsx'), 'NewAddressLot'),
      }),
    ],
  }),
  page(system, '/system/networking/address-lots/$lot', [addressLots, '$lot'], {
    validateSearch: listSearch,
    // A lot that is not there is the blocks' 404.
    loader: (args) =>
      Promise.all([cachedFirst(args.context, lotsQuery), loadList(args, blocksSource(args.params.lot))]),
    component: lazyPage(() => import('~/fleet/address-lots/address-lot-page.tsx'), 'AddressLotPage'),
  }),
  page(system, '/system/networking/switch-ports', [switchPorts], {
    validateSearch: listSearch,
    loader: ({ context }) => cachedFirst(context, switchPortsQuery),
    component: lazyPage(() => import('~/fleet/switch-ports/switch-ports-page.tsx'), 'SwitchPortsPage'),
  }),
  page(system, '/system/networking/switch-ports/$portId', [switchPorts, '$title'], {
    loader: ({ context, params }) => loadSwitchPort(context, params.portId),
    component: lazyPage(() => import('~/fleet/switch-ports/switch-port-page.tsx'), 'SwitchPortPage'),
  }),
  page(system, '/system/networking/switch-port-settings', [portSettings], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, portSettingsSource),
    component: lazyPage(
      () => import('~/fleet/switch-port-settings/port-settings-list-page.tsx'),
      'PortSettingsListPage',
    ),
  }),
  page(system, '/system/networking/switch-port-settings-new', [portSettings, 'New settings'], {
    validateSearch: newSearch,
    loaderDeps: ({ search }) => search,
    loader: async ({ context, deps: { duplicate } }) => {
      if (duplicate === undefined) return
      // BGP configs stay ids where their names cannot be read.
      const names = cachedFirst(context, bgpConfigsQuery).catch(() => undefined)
      await Promise.all([cachedFirst(context, portSettingsQuery(duplicate)), names])
    },
    component: lazyPage(
      () => import('~/fleet/switch-port-settings/create/port-settings-create.tsx'),
      'NewPortSettings',
    ),
  }),
  page(system, '/system/networking/switch-port-settings/$settings', [portSettings, '$settings'], {
    loader: ({ context, params }) => cachedFirst(context, portSettingsQuery(params.settings)),
    component: lazyPage(() => import('~/fleet/switch-port-settings/port-settings-page.tsx'), 'PortSettingsPage'),
  }),
  pageWithPanels(system, '/system/networking/bfd', 'BFD Sessions', {
    validateSearch: listSearch,
    loader: ({ context }) => cachedFirst(context, sessionsQuery),
    component: lazyPage(() => import('~/fleet/bfd/bfd-page.tsx'), 'BfdPage'),
    panels: (list) => [
      panel(list, '/system/networking/bfd-new', 'New BFD session', {
        component: lazyPage(() => import('~/fleet/bfd/bfd-create.tsx'), 'NewBfdSession'),
      }),
    ],
  }),
  pageWithPanels(system, '/system/networking/loopback-addresses', 'Loopback Addresses', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, loopbacksSource),
    component: lazyPage(
      () => import('~/fleet/loopback-addresses/loopback-addresses-page.tsx'),
      'LoopbackAddressesPage',
    ),
    panels: (list) => [
      panel(list, '/system/networking/loopback-addresses-new', 'New loopback address', {
        loader: ({ context }) => cachedFirst(context, racksQuery),
        component: lazyPage(
          () => import('~/fleet/loopback-addresses/loopback-address-create.tsx'),
          'NewLoopbackAddress',
        ),
      }),
    ],
  }),
  page(system, '/system/networking/allow-list', 'Allow List', {
    loader: ({ context }) => cachedFirst(context, allowListQuery),
    component: lazyPage(() => import('~/fleet/allow-list/allow-list-page.tsx'), 'AllowListPage'),
  }),
  page(system, '/system/networking/inbound-icmp', 'Inbound ICMP', {
    loader: ({ context }) => cachedFirst(context, icmpQuery),
    component: lazyPage(() => import('~/fleet/icmp/icmp-page.tsx'), 'IcmpPage'),
  }),
] as const
