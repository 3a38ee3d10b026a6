import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { routeQuery, routerQuery, routersSource, routesSource } from '~/network/routers/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { vpc, vpcTabs } from './vpcs.ts'

const routers = createRoute({
  getParentRoute: () => vpcTabs,
  id: '_routers',
  staticData: { crumbs: [{ label: 'Routers', to: '/projects/$project/vpcs/$vpc/routers' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, routersSource(args.params)),
  component: lazyPage(() => import('~/network/routers/routers-tab.tsx'), 'RoutersTab'),
})

const routersAlone = createRoute({ getParentRoute: () => routers, path: 'routers' })

const routerCreate = createRoute({
  getParentRoute: () => routers,
  path: 'routers-new',
  staticData: { panel: 'New router' },
  component: lazyPage(() => import('~/network/routers/router-create.tsx'), 'NewRouter'),
})

const routerEdit = createRoute({
  getParentRoute: () => routers,
  path: 'routers/$router/edit',
  staticData: { panel: 'Edit router' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(routerQuery(params)),
  component: lazyPage(() => import('~/network/routers/router-edit.tsx'), 'EditRouter'),
})

export const routerTabRoutes = [routers.addChildren([routersAlone, routerCreate, routerEdit])] as const

/** The page of a router is its routes; their panels show over it. */
const router = createRoute({
  getParentRoute: () => vpc,
  path: 'routers/$router',
  staticData: {
    page: true,
    crumbs: [
      { label: 'Routers', to: '/projects/$project/vpcs/$vpc/routers' },
      { label: '$router', to: '/projects/$project/vpcs/$vpc/routers/$router' },
    ],
  },
  validateSearch: listSearch,
  loader: (args) =>
    Promise.all([cachedFirst(args.context, routerQuery(args.params)), loadList(args, routesSource(args.params))]),
  component: lazyPage(() => import('~/network/routers/router-page.tsx'), 'RouterPage'),
})

const routeCreate = createRoute({
  getParentRoute: () => router,
  path: 'routes-new',
  staticData: { panel: 'New route' },
  component: lazyPage(() => import('~/network/routers/route-create.tsx'), 'NewRoute'),
})

const routeEdit = createRoute({
  getParentRoute: () => router,
  path: 'routes/$route/edit',
  staticData: { panel: 'Edit route' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(routeQuery(params)),
  component: lazyPage(() => import('~/network/routers/route-edit.tsx'), 'EditRoute'),
})

export const routerRoutes = [router.addChildren([routeCreate, routeEdit])] as const
