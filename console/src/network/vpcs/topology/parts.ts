import { queryOptions } from '@tanstack/react-query'
import { whereMissing } from '~/api/errors.ts'
import { secondary } from '~/api/limiter.ts'
import { fetchWholeList } from '~/api/queries.ts'
import { fetchRoutesOf } from '~/network/routers/queries.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import { isCrowded, type VpcParts } from './topology.ts'

/**
 * All parts of a VPC. The API lists interfaces by subnet: only subnets that have some are asked, a few at a time, and
 * only where the instances are few enough to draw.
 */
export const partsQuery = (params: VpcParams) =>
  queryOptions({
    queryKey: ['vpcView', inVpc(params), 'topology'] as const,
    queryFn: async ({ signal }): Promise<VpcParts> => {
      const inside = { query: inVpc(params) }
      const options = { signal }
      const [gateways, routers, subnets] = await Promise.all([
        fetchWholeList('internetGatewayList', inside, options).catch(whereMissing([])),
        fetchWholeList('vpcRouterList', inside, options),
        fetchWholeList('vpcSubnetList', inside, options),
      ])
      if (isCrowded(subnets)) return { gateways, routers, subnets, routes: await fetchRoutesOf(routers, options) }
      const used = subnets.filter(({ networkInterfaceCount }) => networkInterfaceCount !== 0)
      const [routes, instances, interfaces] = await Promise.all([
        fetchRoutesOf(routers, options),
        fetchWholeList('instanceList', { query: { project: params.project } }, options),
        Promise.all(
          used.map(({ id }) =>
            secondary(
              () =>
                fetchWholeList('vpcSubnetListNetworkInterfaces', { path: { subnet: id } }, options).catch(
                  whereMissing([]),
                ),
              signal,
            ),
          ),
        ),
      ])
      return { gateways, routers, subnets, routes, drawn: { instances, interfaces: interfaces.flat() } }
    },
  })
