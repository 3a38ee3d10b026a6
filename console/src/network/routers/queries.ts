import { isUuid } from '@skerry/contract/rules/names.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery, fetchWholeList, secondary, wholeListQuery } from '~/api/queries.ts'
import type { VpcRouter, VpcRouterListedRoute } from '~/api/types.gen.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const routersSource = (params: VpcParams): ListSource<'vpcRouterList'> => ({
  method: 'vpcRouterList',
  query: inVpc(params),
})

export const routersQuery = (params: VpcParams) => wholeListQuery('vpcRouterList', { query: inVpc(params) })

/** All routers of a VPC, for cells that name one. */
export const secondaryRoutersQuery = (params: VpcParams) =>
  wholeListQuery('vpcRouterList', { query: inVpc(params) }, { secondary: true })

/** A route and the router that has it. */
export interface RouterWithRoute {
  router: VpcRouter
  route: Pick<VpcRouterListedRoute, 'id' | 'name' | 'target'>
}

/** The routes of routers that were listed: those that came with the list, and for each router without them a request, a few at a time. */
export async function fetchRoutesOf(
  routers: readonly VpcRouter[],
  options: { signal: AbortSignal },
): Promise<RouterWithRoute[]> {
  const lists = await Promise.all(
    routers.map(async (router) => {
      const routes =
        router.routes ??
        (await secondary(() => fetchWholeList('vpcRouterRouteList', { query: { router: router.id } }, options)))
      return routes.map((route) => ({ router, route }))
    }),
  )
  return lists.flat()
}

/** The routes of all routers of a VPC. */
export const vpcRoutesQuery = (params: VpcParams) =>
  queryOptions({
    queryKey: ['vpcRouterRouteList', inVpc(params), 'of all routers'] as const,
    meta: { reads: ['vpcRouterList', 'vpcRouterRouteList'] },
    queryFn: async ({ signal }): Promise<RouterWithRoute[]> =>
      fetchRoutesOf(await fetchWholeList('vpcRouterList', { query: inVpc(params) }, { signal }), { signal }),
  })

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
