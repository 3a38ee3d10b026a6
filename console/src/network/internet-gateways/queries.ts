import { isUuid } from '@skerry/contract/rules/names.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery, fetchWholeList, wholeListQuery } from '~/api/queries.ts'
import type { RouterRoute, VpcRouter } from '~/api/types.gen.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import type { ListSource } from '~/shell/list.ts'
import { type Path, pathTo } from '~/shell/path.ts'

export const gatewaysSource = (params: VpcParams): ListSource<'internetGatewayList'> => ({
  method: 'internetGatewayList',
  query: inVpc(params),
})

export const gatewayQuery = (params: VpcParams & { gateway: string }) =>
  apiQuery('internetGatewayView', {
    path: { gateway: params.gateway },
    ...(!isUuid(params.gateway) && { query: inVpc(params) }),
  })

const expected = 'the gateway may be deleted'

/** The IP pools attached to a gateway. */
export const attachedPoolsQuery = (gateway: string) =>
  wholeListQuery('internetGatewayIpPoolList', { query: { gateway } }, { secondary: true, expected })

/** The addresses attached to a gateway. */
export const attachedAddressesQuery = (gateway: string) =>
  wholeListQuery('internetGatewayIpAddressList', { query: { gateway } }, { secondary: true, expected })

/** A route and the router that has it. */
export interface RouterWithRoute {
  router: VpcRouter
  route: RouterRoute
}

/** The routes of all routers of a VPC. The API lists those of one router at a time. */
export const vpcRoutesQuery = (params: VpcParams) =>
  queryOptions({
    queryKey: ['vpcRouterRouteList', inVpc(params), 'of all routers'] as const,
    queryFn: async ({ signal }): Promise<RouterWithRoute[]> => {
      const routers = await fetchWholeList('vpcRouterList', { query: inVpc(params) }, { signal })
      const lists = await Promise.all(
        routers.map(async (router) => {
          const routes = await fetchWholeList('vpcRouterRouteList', { query: { router: router.id } }, { signal })
          return routes.map((route) => ({ router, route }))
        }),
      )
      return lists.flat()
    },
  })

/** Those of the routes that lead out by a gateway. */
export const routesThrough = (routes: readonly RouterWithRoute[], gateway: string): RouterWithRoute[] =>
  routes.filter(({ route: { target } }) => target.type === 'internet_gateway' && target.value === gateway)

export const gatewaysPath = ({ project, vpc }: VpcParams): Path =>
  pathTo('/projects/$project/vpcs/$vpc/internet-gateways', { project, vpc })

export const gatewayPath = ({ project, vpc }: VpcParams, gateway: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/internet-gateways/$gateway', { project, vpc, gateway })
