import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { rackQuery, racksSource } from '~/fleet/racks/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { system } from '../layouts.tsx'
import { inventoryCrumb, inventoryTabs } from './inventory.ts'

const crumb = { label: 'Racks', to: '/system/inventory/racks' }

const list = createRoute({
  getParentRoute: () => inventoryTabs,
  path: 'inventory/racks',
  staticData: { crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, racksSource),
  component: lazyPage(() => import('~/fleet/racks/racks-tab.tsx'), 'RacksTab'),
})

export const rackTabs = [list] as const

const page = createRoute({
  getParentRoute: () => system,
  path: 'inventory/racks/$rackId',
  staticData: {
    page: true,
    crumbs: [inventoryCrumb, crumb, { label: '$called', to: '/system/inventory/racks/$rackId' }],
  },
  validateSearch: listSearch,
  loader: async ({ context, params }) => {
    const { id } = await cachedFirst(context, rackQuery(params.rackId))
    return { called: cutInMiddle(id, 12) }
  },
  component: lazyPage(() => import('~/fleet/racks/rack-page.tsx'), 'RackPage'),
})

export const rackRoutes = [page] as const
