import { isUuid } from '@skerry/contract/rules/names.ts'
import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { RouterWithRoute } from '~/network/routers/queries.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

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

export const attachedPoolsQuery = (gateway: string) =>
  wholeListQuery('internetGatewayIpPoolList', { query: { gateway } }, { secondary: true, expected })

export const attachedAddressesQuery = (gateway: string) =>
  wholeListQuery('internetGatewayIpAddressList', { query: { gateway } }, { secondary: true, expected })

/** Those of the routes that lead out by a gateway. */
export const routesThrough = (routes: readonly RouterWithRoute[], gateway: string): RouterWithRoute[] =>
  routes.filter(({ route: { target } }) => target.type === 'internet_gateway' && target.value === gateway)

export const gatewaysPath = ({ project, vpc }: VpcParams): Path =>
  pathTo('/projects/$project/vpcs/$vpc/internet-gateways', { project, vpc })

export const gatewayPath = ({ project, vpc }: VpcParams, gateway: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/internet-gateways/$gateway', { project, vpc, gateway })
