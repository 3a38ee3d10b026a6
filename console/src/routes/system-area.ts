import { operatorRoutes } from '~/api/operator-routes.gen.ts'
import { addRoutes } from '~/api/routes.ts'
import { systemNavigation } from '~/shell/frame/system-navigation.ts'
import { bgpRoutes } from './bgp.ts'
import { inventoryRoutes } from './inventory.ts'
import { networkingRoutes } from './networking.ts'
import { systemSiloRoutes } from './silos.ts'
import { systemRoutes } from './system.ts'

addRoutes(operatorRoutes)

/** What only operators see, and half of all URLs: it loads when one of them enters the system. */
export const systemArea = {
  routes: [...systemRoutes, ...systemSiloRoutes, ...inventoryRoutes, ...networkingRoutes, ...bgpRoutes] as const,
  navigation: systemNavigation,
}
