import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import {
  sledDisksSource,
  sledInstancesSource,
  sledQuery,
  sledsSource,
  uninitializedSledsQuery,
} from '~/fleet/sleds/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { system } from '../layouts.tsx'
import { inventoryCrumb, inventoryTabs } from './inventory.ts'

const sleds = createRoute({
  getParentRoute: () => inventoryTabs,
  path: 'inventory/sleds',
  staticData: { crumbs: [{ label: 'Sleds', to: '/system/inventory/sleds' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, sledsSource),
  component: lazyPage(() => import('~/fleet/sleds/sleds-tab.tsx'), 'SledsTab'),
})

const uninitialized = createRoute({
  getParentRoute: () => inventoryTabs,
  path: 'inventory/sleds-uninitialized',
  staticData: { crumbs: [{ label: 'Uninitialized', to: '/system/inventory/sleds-uninitialized' }] },
  loader: ({ context }) => cachedFirst(context, uninitializedSledsQuery),
  component: lazyPage(() => import('~/fleet/sleds/uninitialized-tab.tsx'), 'UninitializedTab'),
})

export const sledTabs = [sleds, uninitialized] as const

/** The page of a sled; its tabs show below its facts. */
const sled = createRoute({
  getParentRoute: () => system,
  path: 'inventory/sleds/$sledId',
  staticData: {
    page: true,
    crumbs: [
      inventoryCrumb,
      { label: 'Sleds', to: '/system/inventory/sleds' },
      { label: '$called', to: '/system/inventory/sleds/$sledId/instances' },
    ],
  },
  loader: async ({ context, params }) => {
    const { id } = await cachedFirst(context, sledQuery(params.sledId))
    return { called: cutInMiddle(id, 12) }
  },
  component: lazyPage(() => import('~/fleet/sleds/sled-page.tsx'), 'SledPage'),
})

const sledIndex = createRoute({
  getParentRoute: () => sled,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/system/inventory/sleds/$sledId/instances', params, replace: true })
  },
})

const sledInstances = createRoute({
  getParentRoute: () => sled,
  path: 'instances',
  staticData: { crumbs: [{ label: 'Instances', to: '/system/inventory/sleds/$sledId/instances' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, sledInstancesSource(args.params.sledId)),
  component: lazyPage(() => import('~/fleet/sleds/instances-tab.tsx'), 'SledInstancesTab'),
})

const sledDisks = createRoute({
  getParentRoute: () => sled,
  path: 'disks',
  staticData: { crumbs: [{ label: 'Disks', to: '/system/inventory/sleds/$sledId/disks' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, sledDisksSource(args.params.sledId)),
  component: lazyPage(() => import('~/fleet/sleds/disks-tab.tsx'), 'SledDisksTab'),
})

export const sledRoutes = [sled.addChildren([sledIndex, sledInstances, sledDisks])] as const
