import { queryOptions } from '@tanstack/react-query'
import { fetchWholeList } from '~/api/queries.ts'
import { fetchRoutesOf } from '~/network/routers/queries.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import type { VpcParts } from './topology.ts'

/** All that a VPC is made of. The API lists interfaces by subnet, and routes by router where the list has none. */
export const partsQuery = (params: VpcParams) =>
  queryOptions({
    queryKey: ['vpcView', inVpc(params), 'topology'] as const,
    queryFn: async ({ signal }): Promise<VpcParts> => {
      const inside = { query: inVpc(params) }
      const options = { signal }
      const [gateways, routers, subnets, instances] = await Promise.all([
        fetchWholeList('internetGatewayList', inside, options),
        fetchWholeList('vpcRouterList', inside, options),
        fetchWholeList('vpcSubnetList', inside, options),
        fetchWholeList('instanceList', { query: { project: params.project } }, options),
      ])
      const [routes, interfaces] = await Promise.all([
        fetchRoutesOf(routers, options),
        Promise.all(
          subnets.map(({ id }) => fetchWholeList('vpcSubnetListNetworkInterfaces', { path: { subnet: id } }, options)),
        ),
      ])
      return { gateways, routers, subnets, instances, routes, interfaces: interfaces.flat() }
    },
  })
