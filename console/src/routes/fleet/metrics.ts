import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { explorerSearch, schemasQuery } from '~/fleet/metrics/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { project, system } from '../layouts.tsx'

const projectExplorer = createRoute({
  getParentRoute: () => project,
  path: 'metrics',
  staticData: { page: true, crumbs: [{ label: 'Metrics', to: '/projects/$project/metrics' }] },
  validateSearch: explorerSearch,
  component: lazyPage(() => import('~/fleet/metrics/explorer-pages.tsx'), 'ProjectExplorer'),
})

export const projectMetricRoutes = [projectExplorer] as const

const crumb = { label: 'Metrics', to: '/system/metrics' }

const systemExplorer = createRoute({
  getParentRoute: () => system,
  path: 'metrics',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: explorerSearch,
  component: lazyPage(() => import('~/fleet/metrics/explorer-pages.tsx'), 'SystemExplorer'),
})

const schemas = createRoute({
  getParentRoute: () => system,
  path: 'metrics/schemas',
  staticData: { page: true, crumbs: [crumb, { label: 'Schemas', to: '/system/metrics/schemas' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, schemasQuery),
  component: lazyPage(() => import('~/fleet/metrics/schemas-page.tsx'), 'SchemasPage'),
})

export const systemMetricRoutes = [systemExplorer, schemas] as const
