import { createRouter } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { routeTree } from './routes/tree.ts'
import { NotFound, RouteError } from './shell/frame/error-pages.tsx'
import type { Paging } from './shell/list/list.ts'
import type { BeganOn } from './shell/paths/began-on.ts'
import type { CrumbPattern } from './shell/paths/crumbs.ts'

export const createAppRouter = () => {
  const router = createRouter({
    routeTree,
    basepath: import.meta.env.BASE_URL,
    context: { queryClient, readRoutes: () => void router.setRoutes(router.buildRouteTree()) },
    defaultPreload: 'intent',
    // Loaders ask the query cache, which knows what is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    defaultPendingMs: 30_000,
    scrollRestoration: false,
    // Another thing is another page: nothing of a form, a choice or a dialog about one is left over for the next.
    defaultRemountDeps: ({ params }) => params,
    // A page keeps of the URL's search only what it declares: what a panel began with does not outlive it.
    search: { strict: true },
  })
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** What the route adds to the trail and to the page's title. */
    crumbs?: readonly CrumbPattern[]
    /** The title of a panel over the page: in the window's title, not in the trail. */
    panel?: string
    /** This route and all below it are one page: a list with its panels, a thing with its tabs. */
    page?: true
    /** Which sidebar the route shows; that of the nearest ancestor unless said. */
    area?: 'silo' | 'project' | 'system' | 'settings'
  }
  interface HistoryState {
    paging?: Paging
    beganOn?: BeganOn
  }
}
