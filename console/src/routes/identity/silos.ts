import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { siloQuery, silosSource } from '~/identity/silos/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Silos', to: '/system/silos' }

const systemIndex = createRoute({
  getParentRoute: () => system,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/system/silos', replace: true })
  },
})

const silos = createRoute({
  getParentRoute: () => system,
  id: '_silos',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, silosSource),
  component: lazyPage(() => import('~/identity/silos/silos-page.tsx'), 'SilosPage'),
})

const silosAlone = createRoute({ getParentRoute: () => silos, path: 'silos' })

const siloCreate = createRoute({
  getParentRoute: () => silos,
  path: 'silos-new',
  staticData: { panel: 'New silo' },
  component: lazyPage(() => import('~/identity/silos/silo-create.tsx'), 'NewSilo'),
})

export const siloRoutes = [systemIndex, silos.addChildren([silosAlone, siloCreate])] as const

/** The page of a silo; its tabs show below its facts. */
export const silo = createRoute({
  getParentRoute: () => system,
  path: 'silos/$silo',
  staticData: { page: true, crumbs: [crumb, { label: '$silo', to: '/system/silos/$silo/idps' }] },
  loader: ({ context, params }) => cachedFirst(context, siloQuery(params.silo)),
  component: lazyPage(() => import('~/identity/silos/silo-page.tsx'), 'SiloPage'),
})

const siloIndex = createRoute({
  getParentRoute: () => silo,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/system/silos/$silo/idps', params, replace: true })
  },
})

const fleetRoles = createRoute({
  getParentRoute: () => silo,
  path: 'fleet-roles',
  staticData: { crumbs: [{ label: 'Fleet Roles', to: '/system/silos/$silo/fleet-roles' }] },
  component: lazyPage(() => import('~/identity/silos/fleet-roles-tab.tsx'), 'FleetRolesTab'),
})

export const siloTabRoutes = [siloIndex, fleetRoles] as const
