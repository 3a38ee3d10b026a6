import { createRoute, redirect } from '@tanstack/react-router'
import { NotFound } from '~/shell/error-pages.tsx'
import { navigation } from '~/shell/navigation.ts'
import { fetchCode } from '~/ui/code.ts'
import { instanceRoutes } from './instances.ts'
import { app, project, root, settings, system } from './layouts.tsx'
import { projectRoutes } from './project.ts'
import { page, redirectFrom } from './route-kinds.ts'
import { settingsRoutes } from './settings.ts'
import { signInRoutes } from './sign-in.ts'
import { siloRoutes } from './silo.ts'
import type { systemArea } from './system-area.ts'
import { vpcRoutes } from './vpcs.ts'

const notFound = { label: 'Page not found', to: '/' }

/** Loads the URLs and the sidebar of the system. The router then has to read the routes again. */
export async function addSystem(): Promise<void> {
  const { systemArea } = await fetchCode(() => import('./system-area.ts'))
  system.addChildren([...systemArea.routes, inSystem])
  navigation.system = systemArea.navigation
}

/** Stands for the URLs of the system until they are loaded, then for those that do not exist. */
const inSystem = createRoute({
  getParentRoute: () => system,
  path: '$',
  staticData: { page: true, crumbs: [notFound] },
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: async ({ context, location }) => {
    if (navigation.system.length > 0) return
    await addSystem()
    context.readRoutes()
    throw redirect({ href: location.href, state: location.state, replace: true })
  },
  component: NotFound,
})

/** Every URL of the console, by the area whose sidebar it shows. */
export const routeTree = root.addChildren([
  redirectFrom(root, '/', () => {
    throw redirect({ to: '/projects', replace: true })
  }),
  ...signInRoutes,
  app.addChildren([
    ...siloRoutes,
    project.addChildren([...projectRoutes, ...instanceRoutes, ...vpcRoutes]),
    // The compiler knows them from the start: links to them are checked everywhere.
    system.addChildren([inSystem] as unknown as typeof systemArea.routes),
    settings.addChildren(settingsRoutes),
    // All URLs that no other route matches.
    page(app, '/$', [notFound], { component: NotFound }),
  ]),
])
