import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { repositoryQuery, targetReleaseQuery, trustRootQuery, trustRootsSource } from '~/fleet/updates/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Updates', to: '/system/updates' }

const updates = createRoute({
  getParentRoute: () => system,
  path: 'updates',
  staticData: { page: true, crumbs: [crumb] },
  loader: ({ context }) => cachedFirst(context, targetReleaseQuery),
  component: lazyPage(() => import('~/fleet/updates/updates-page.tsx'), 'UpdatesPage'),
})

const release = createRoute({
  getParentRoute: () => system,
  path: 'updates/$version',
  staticData: { page: true, crumbs: [crumb, { label: '$version', to: '/system/updates/$version' }] },
  validateSearch: listSearch,
  loader: ({ context, params }) => cachedFirst(context, repositoryQuery(params.version)),
  component: lazyPage(() => import('~/fleet/updates/release-page.tsx'), 'ReleasePage'),
})

const trustRoots = createRoute({
  getParentRoute: () => system,
  id: '_trust_roots',
  staticData: { page: true, crumbs: [crumb, { label: 'Trust Roots', to: '/system/updates/trust-roots' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, trustRootsSource),
  component: lazyPage(() => import('~/fleet/updates/trust-roots-page.tsx'), 'TrustRootsPage'),
})

const trustRootsAlone = createRoute({ getParentRoute: () => trustRoots, path: 'updates/trust-roots' })

const trustRootCreate = createRoute({
  getParentRoute: () => trustRoots,
  path: 'updates/trust-roots-new',
  staticData: { panel: 'New trust root' },
  component: lazyPage(() => import('~/fleet/updates/trust-root-create.tsx'), 'NewTrustRoot'),
})

const trustRootDetails = createRoute({
  getParentRoute: () => trustRoots,
  path: 'updates/trust-roots/$trustRoot',
  staticData: { panel: 'Trust root' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(trustRootQuery(params.trustRoot)),
  component: lazyPage(() => import('~/fleet/updates/trust-root-details.tsx'), 'TrustRootDetails'),
})

export const updateRoutes = [
  updates,
  release,
  trustRoots.addChildren([trustRootsAlone, trustRootCreate, trustRootDetails]),
] as const
