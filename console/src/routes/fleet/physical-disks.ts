import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { physicalDiskQuery, physicalDisksSource } from '~/fleet/physical-disks/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { system } from '../layouts.tsx'
import { inventoryCrumb, inventoryTabs } from './inventory.ts'

const crumb = { label: 'Disks', to: '/system/inventory/disks' }

const list = createRoute({
  getParentRoute: () => inventoryTabs,
  path: 'inventory/disks',
  staticData: { crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, physicalDisksSource),
  component: lazyPage(() => import('~/fleet/physical-disks/disks-tab.tsx'), 'DisksTab'),
})

export const physicalDiskTabs = [list] as const

const page = createRoute({
  getParentRoute: () => system,
  path: 'inventory/disks/$diskId',
  staticData: {
    page: true,
    crumbs: [inventoryCrumb, crumb, { label: '$called', to: '/system/inventory/disks/$diskId' }],
  },
  loader: async ({ context, params }) => {
    const { id } = await cachedFirst(context, physicalDiskQuery(params.diskId))
    return { called: cutInMiddle(id, 12) }
  },
  component: lazyPage(() => import('~/fleet/physical-disks/disk-page.tsx'), 'PhysicalDiskPage'),
})

export const physicalDiskRoutes = [page] as const
