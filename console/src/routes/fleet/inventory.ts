import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '~/shell/lazy-page.ts'
import { system } from '../layouts.tsx'

export const inventoryCrumb = { label: 'Inventory', to: '/system/inventory/sleds' }

const inventoryIndex = createRoute({
  getParentRoute: () => system,
  path: 'inventory',
  beforeLoad: () => {
    throw redirect({ to: '/system/inventory/sleds', replace: true })
  },
})

/** The lists of hardware, a tab each. */
export const inventoryTabs = createRoute({
  getParentRoute: () => system,
  id: '_inventory',
  staticData: { page: true, crumbs: [inventoryCrumb] },
  component: lazyPage(() => import('~/fleet/inventory-page.tsx'), 'InventoryPage'),
})

export const inventoryRoutes = [inventoryIndex] as const
