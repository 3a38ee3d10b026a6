import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { chartSearch, ownUtilizationQuery, silosUtilizationQuery } from '~/identity/utilization/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { app, system } from '../layouts.tsx'

const utilization = createRoute({
  getParentRoute: () => app,
  path: 'utilization',
  staticData: { page: true, crumbs: [{ label: 'Utilization', to: '/utilization' }] },
  validateSearch: chartSearch,
  loader: ({ context }) => cachedFirst(context, ownUtilizationQuery),
  component: lazyPage(() => import('~/identity/utilization/utilization-page.tsx'), 'UtilizationPage'),
})

const systemUtilization = createRoute({
  getParentRoute: () => system,
  path: 'utilization',
  staticData: { page: true, crumbs: [{ label: 'Utilization', to: '/system/utilization' }] },
  validateSearch: (search: Record<string, unknown>) => ({ ...listSearch(search), ...chartSearch(search) }),
  loader: ({ context }) => cachedFirst(context, silosUtilizationQuery),
  component: lazyPage(() => import('~/identity/utilization/system-utilization-page.tsx'), 'SystemUtilizationPage'),
})

export const siloUtilizationRoutes = [utilization] as const
export const systemUtilizationRoutes = [systemUtilization] as const
