import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { switchQuery, switchesSource } from '~/fleet/switches/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { system } from '../layouts.tsx'
import { inventoryCrumb, inventoryTabs } from './inventory.ts'

const crumb = { label: 'Switches', to: '/system/inventory/switches' }

const list = createRoute({
  getParentRoute: () => inventoryTabs,
  path: 'inventory/switches',
  staticData: { crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, switchesSource),
  component: lazyPage(() => import('~/fleet/switches/switches-tab.tsx'), 'SwitchesTab'),
})

export const switchTabs = [list] as const

const page = createRoute({
  getParentRoute: () => system,
  path: 'inventory/switches/$switchId',
  staticData: {
    page: true,
    crumbs: [inventoryCrumb, crumb, { label: '$called', to: '/system/inventory/switches/$switchId' }],
  },
  validateSearch: listSearch,
  loader: async ({ context, params }) => {
    const { id } = await cachedFirst(context, switchQuery(params.switchId))
    return { called: cutInMiddle(id, 12) }
  },
  component: lazyPage(() => import('~/fleet/switches/switch-page.tsx'), 'SwitchPage'),
})

export const switchRoutes = [page] as const
