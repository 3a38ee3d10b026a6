import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { physicalDiskQuery, physicalDisksSource } from '~/fleet/physical-disks/queries.ts'
import { rackQuery, racksSource } from '~/fleet/racks/queries.ts'
import {
  sledDisksSource,
  sledInstancesSource,
  sledQuery,
  sledsSource,
  uninitializedSledsQuery,
} from '~/fleet/sleds/queries.ts'
import { switchesSource, switchQuery } from '~/fleet/switches/queries.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { system } from './layouts.tsx'
import { page, redirectFrom } from './route-kinds.ts'

const [inventory, sleds, disks, racks, switches] = [
  { label: 'Inventory', to: '/system/inventory/sleds' },
  { label: 'Sleds', to: '/system/inventory/sleds' },
  { label: 'Disks', to: '/system/inventory/disks' },
  { label: 'Racks', to: '/system/inventory/racks' },
  { label: 'Switches', to: '/system/inventory/switches' },
]

/** The lists of hardware, a tab each. */
const tabs = createRoute({
  getParentRoute: () => system,
  id: '_inventory',
  staticData: { page: true, crumbs: [inventory] },
  component: lazyPage(() => import('~/fleet/inventory-page.tsx'), 'InventoryPage'),
})

const sled = page(
  system,
  '/system/inventory/sleds/$sledId',
  [inventory, sleds, { label: '$title', to: '/system/inventory/sleds/$sledId/instances' }],
  {
    loader: async ({ context, params }) => {
      const { baseboard } = await cachedFirst(context, sledQuery(params.sledId))
      return { title: baseboard.serial }
    },
    component: lazyPage(() => import('~/fleet/sleds/sled-page.tsx'), 'SledPage'),
  },
)

export const inventoryRoutes = [
  redirectFrom(system, '/system/inventory', () => {
    throw redirect({ to: '/system/inventory/sleds', replace: true })
  }),
  tabs.addChildren([
    page(tabs, '/system/inventory/sleds', [sleds], {
      validateSearch: listSearch,
      loader: (args) => loadList(args, sledsSource),
      component: lazyPage(() => import('~/fleet/sleds/sleds-tab.tsx'), 'SledsTab'),
    }),
    page(tabs, '/system/inventory/sleds-uninitialized', 'Uninitialized', {
      loader: ({ context }) => cachedFirst(context, uninitializedSledsQuery),
      component: lazyPage(() => import('~/fleet/sleds/uninitialized-tab.tsx'), 'UninitializedTab'),
    }),
    page(tabs, '/system/inventory/disks', [disks], {
      validateSearch: listSearch,
      loader: (args) => loadList(args, physicalDisksSource),
      component: lazyPage(() => import('~/fleet/physical-disks/disks-tab.tsx'), 'DisksTab'),
    }),
    page(tabs, '/system/inventory/racks', [racks], {
      validateSearch: listSearch,
      loader: (args) => loadList(args, racksSource),
      component: lazyPage(() => import('~/fleet/racks/racks-tab.tsx'), 'RacksTab'),
    }),
    page(tabs, '/system/inventory/switches', [switches], {
      validateSearch: listSearch,
      loader: (args) => loadList(args, switchesSource),
      component: lazyPage(() => import('~/fleet/switches/switches-tab.tsx'), 'SwitchesTab'),
    }),
  ]),
  sled.addChildren([
    redirectFrom(sled, '/system/inventory/sleds/$sledId', ({ params }) => {
      throw redirect({ to: '/system/inventory/sleds/$sledId/instances', params, replace: true })
    }),
    page(sled, '/system/inventory/sleds/$sledId/instances', 'Instances', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, sledInstancesSource(args.params.sledId)),
      component: lazyPage(() => import('~/fleet/sleds/instances-tab.tsx'), 'SledInstancesTab'),
    }),
    page(sled, '/system/inventory/sleds/$sledId/disks', 'Disks', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, sledDisksSource(args.params.sledId)),
      component: lazyPage(() => import('~/fleet/sleds/disks-tab.tsx'), 'SledDisksTab'),
    }),
  ]),
  page(system, '/system/inventory/disks/$diskId', [inventory, disks, '$title'], {
    loader: async ({ context, params }) => {
      const { serial } = await cachedFirst(context, physicalDiskQuery(params.diskId))
      return { title: serial }
    },
    component: lazyPage(() => import('~/fleet/physical-disks/disk-page.tsx'), 'PhysicalDiskPage'),
  }),
  page(system, '/system/inventory/racks/$rackId', [inventory, racks, '$title'], {
    validateSearch: listSearch,
    loader: async ({ context, params }) => {
      const { id } = await cachedFirst(context, rackQuery(params.rackId))
      return { title: cutInMiddle(id, 12) }
    },
    component: lazyPage(() => import('~/fleet/racks/rack-page.tsx'), 'RackPage'),
  }),
  page(system, '/system/inventory/switches/$switchId', [inventory, switches, '$title'], {
    validateSearch: listSearch,
    loader: async ({ context, params }) => {
      const { baseboard } = await cachedFirst(context, switchQuery(params.switchId))
      return { title: baseboard.serial }
    },
    component: lazyPage(() => import('~/fleet/switches/switch-page.tsx'), 'SwitchPage'),
  }),
] as const
