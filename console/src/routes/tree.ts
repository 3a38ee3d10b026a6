import { redirect } from '@tanstack/react-router'
import { fetchCode } from '~/lib/code.ts'
import { NotFound } from '~/shell/frame/error-pages.tsx'
import { navigation } from '~/shell/frame/navigation.ts'
import { instanceRoutes } from './instances.ts'
import { later, notFound } from './later.ts'
import { app, project, root, settings, system, vpc } from './layouts.tsx'
import { projectRoutes } from './project.ts'
import { page, redirectFrom } from './route-kinds.ts'
import { settingsRoutes } from './settings.ts'
import { signInRoutes } from './sign-in.ts'
import { siloRoutes } from './silo.ts'
import { vpcRoutes } from './vpcs.ts'

const laterOfSystem = later(system, async () => {
  const { systemArea } = await fetchCode(() => import('./system-area.ts'))
  navigation.system = systemArea.navigation
  return systemArea.routes
})

const laterOfVpc = later(vpc, async () => (await fetchCode(() => import('./vpc-area.ts'))).vpcArea)

/** Loads all URLs. */
export const addLaterRoutes = () => Promise.all([laterOfSystem.add(), laterOfVpc.add()])

/** Every URL of the console, by the area whose sidebar it shows. */
export const routeTree = root.addChildren([
  redirectFrom(root, '/', () => {
    throw redirect({ to: '/projects', replace: true })
  }),
  ...signInRoutes,
  app.addChildren([
    ...siloRoutes,
    project.addChildren([...projectRoutes, ...instanceRoutes, ...vpcRoutes, vpc.addChildren(laterOfVpc.routes)]),
    system.addChildren(laterOfSystem.routes),
    settings.addChildren(settingsRoutes),
    // All URLs that no other route matches.
    page(app, '/$', [notFound], { component: NotFound }),
  ]),
])
