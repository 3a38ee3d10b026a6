import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { allQuotasQuery } from '~/identity/quotas/queries.ts'
import { silosUtilizationQuery, siloUtilizationQuery } from '~/identity/utilization/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'
import { silo } from './silos.ts'

const siloQuotas = createRoute({
  getParentRoute: () => silo,
  path: 'quotas',
  staticData: { crumbs: [{ label: 'Quotas', to: '/system/silos/$silo/quotas' }] },
  loader: ({ context, params }) => cachedFirst(context, siloUtilizationQuery(params.silo)),
  component: lazyPage(() => import('~/identity/quotas/silo-quotas-tab.tsx'), 'SiloQuotasTab'),
})

const quotas = createRoute({
  getParentRoute: () => system,
  path: 'quotas',
  staticData: { page: true, crumbs: [{ label: 'Quotas', to: '/system/quotas' }] },
  validateSearch: listSearch,
  loader: ({ context }) =>
    Promise.all([cachedFirst(context, allQuotasQuery), cachedFirst(context, silosUtilizationQuery)]),
  component: lazyPage(() => import('~/identity/quotas/quotas-page.tsx'), 'QuotasPage'),
})

export const siloQuotaRoutes = [siloQuotas] as const
export const quotaRoutes = [quotas] as const
