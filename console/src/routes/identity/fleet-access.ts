import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { fleet, loadPolicy, siloHolder } from '~/identity/policies/holders.ts'
import { everySiloQuery, siloQuery } from '~/identity/silos/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'
import { silo } from './silos.ts'

const fleetAccess = createRoute({
  getParentRoute: () => system,
  path: 'access',
  staticData: { page: true, crumbs: [{ label: 'Fleet Access', to: '/system/access' }] },
  validateSearch: listSearch,
  loader: ({ context }) => Promise.all([loadPolicy(context, fleet), cachedFirst(context, everySiloQuery)]),
  component: lazyPage(() => import('~/identity/policies/fleet-access-page.tsx'), 'FleetAccessPage'),
})

/** A tab of a silo. */
const siloAccess = createRoute({
  getParentRoute: () => silo,
  path: 'access',
  staticData: { crumbs: [{ label: 'Access', to: '/system/silos/$silo/access' }] },
  validateSearch: listSearch,
  loader: async ({ context, params }) =>
    loadPolicy(context, siloHolder(await cachedFirst(context, siloQuery(params.silo)))),
  component: lazyPage(() => import('~/identity/policies/silo-access-tab.tsx'), 'SiloAccessTab'),
})

export const fleetAccessRoutes = [fleetAccess] as const
export const siloAccessRoutes = [siloAccess] as const
