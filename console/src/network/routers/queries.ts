import { isUuid } from '@skerry/contract/rules/names.ts'
import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import type { ListSource } from '~/shell/list.ts'
import { type Path, pathTo } from '~/shell/path.ts'

export const routersSource = (params: VpcParams): ListSource<'vpcRouterList'> => ({
  method: 'vpcRouterList',
  query: inVpc(params),
})

/** All routers of a VPC, to choose from. */
export const routersQuery = (params: VpcParams) => wholeListQuery('vpcRouterList', { query: inVpc(params) })

/** All routers of a VPC, for cells that name one. */
export const secondaryRoutersQuery = (params: VpcParams) =>
  wholeListQuery('vpcRouterList', { query: inVpc(params) }, { secondary: true })

/** What the URL of a router's page says: names, or ids. */
export interface RouterParams extends VpcParams {
  router: string
}

export const routerQuery = (params: RouterParams) =>
  apiQuery('vpcRouterView', {
    path: { router: params.router },
    ...(!isUuid(params.router) && { query: inVpc(params) }),
  })

/** Selects the router of the URL, and with a name what stands in it; an id stands alone. */
const inRouter = (params: RouterParams) =>
  isUuid(params.router) ? { router: params.router } : { router: params.router, ...inVpc(params) }

export const routesSource = (params: RouterParams): ListSource<'vpcRouterRouteList'> => ({
  method: 'vpcRouterRouteList',
  query: inRouter(params),
})

export const routeQuery = (params: RouterParams & { route: string }) =>
  apiQuery('vpcRouterRouteView', {
    path: { route: params.route },
    ...(!isUuid(params.route) && { query: inRouter(params) }),
  })

export const routersPath = ({ project, vpc }: VpcParams): Path =>
  pathTo('/projects/$project/vpcs/$vpc/routers', { project, vpc })

/** Page of a router, with its routes. */
export const routerPath = ({ project, vpc }: VpcParams, router: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/routers/$router', { project, vpc, router })
