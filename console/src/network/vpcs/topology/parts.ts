import { maxNetworkInterfaces } from '@skerry/contract/rules/instances.ts'
import { queryOptions } from '@tanstack/react-query'
import { whereMissing } from '~/api/errors.ts'
import { fetchWholeList, secondary } from '~/api/queries.ts'
import type { Instance, InstanceNetworkInterface, InternetGateway, VpcRouter, VpcSubnet } from '~/api/types.gen.ts'
import { fetchRoutesOf, type RouterWithRoute } from '~/network/routers/queries.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'

export interface VpcParts {
  gateways: readonly InternetGateway[]
  routers: readonly VpcRouter[]
  routes: readonly RouterWithRoute[]
  subnets: readonly VpcSubnet[]
  /** Absent where the VPC has too many instances, which are then counted by subnet. */
  drawn?: {
    interfaces: readonly InstanceNetworkInterface[]
    /** Of the project: those without an interface in the VPC are left out. */
    instances: readonly Instance[]
  }
}

/** More instances than these are drawn as one node for each subnet. */
export const mostInstances = 50

/**
 * Whether instances are too many to be drawn, by the counts of their subnets alone: an instance has at most one interface
 * in a subnet, and so many in all.
 */
export function isCrowded(subnets: readonly Pick<VpcSubnet, 'networkInterfaceCount'>[]): boolean {
  const counts = subnets.map(({ networkInterfaceCount = 0 }) => networkInterfaceCount)
  const sum = counts.reduce((all, count) => all + count, 0)
  return counts.some((count) => count > mostInstances) || sum > mostInstances * maxNetworkInterfaces
}

/**
 * All parts of a VPC. The API lists interfaces by subnet: only subnets that have some are asked, a few at a time, and
 * only where the instances are few enough to draw.
 */
export const partsQuery = (params: VpcParams) =>
  queryOptions({
    queryKey: ['vpcView', inVpc(params), 'topology'] as const,
    meta: {
      reads: [
        'internetGatewayList',
        'vpcRouterList',
        'vpcRouterRouteList',
        'vpcSubnetList',
        'instanceList',
        'vpcSubnetListNetworkInterfaces',
      ],
    },
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
            secondary(() =>
              fetchWholeList('vpcSubnetListNetworkInterfaces', { path: { subnet: id } }, options).catch(
                whereMissing([]),
              ),
            ),
          ),
        ),
      ])
      return { gateways, routers, subnets, routes, drawn: { instances, interfaces: interfaces.flat() } }
    },
  })
