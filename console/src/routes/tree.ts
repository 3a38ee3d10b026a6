import { redirect } from '@tanstack/react-router'
import { NotFound } from '~/shell/error-pages.tsx'
import { bgpRoutes } from './bgp.ts'
import { instanceRoutes } from './instances.ts'
import { inventoryRoutes } from './inventory.ts'
import { app, project, root, settings, system } from './layouts.tsx'
import { networkingRoutes } from './networking.ts'
import { projectRoutes } from './project.ts'
import { page, redirectFrom } from './route-kinds.ts'
import { settingsRoutes } from './settings.ts'
import { signInRoutes } from './sign-in.ts'
import { siloRoutes } from './silo.ts'
import { systemSiloRoutes } from './silos.ts'
import { systemRoutes } from './system.ts'
import { vpcRoutes } from './vpcs.ts'

/** Every URL of the console, by the area whose sidebar it shows. */
export const routeTree = root.addChildren([
  redirectFrom(root, '/', () => {
    throw redirect({ to: '/projects', replace: true })
  }),
  ...signInRoutes,
  app.addChildren([
    ...siloRoutes,
    project.addChildren([...projectRoutes, ...instanceRoutes, ...vpcRoutes]),
    system.addChildren([...systemRoutes, ...systemSiloRoutes, ...inventoryRoutes, ...networkingRoutes, ...bgpRoutes]),
    settings.addChildren(settingsRoutes),
    // All URLs that no other route matches.
    page(app, '/$', [{ label: 'Page not found', to: '/' }], { component: NotFound }),
  ]),
])
