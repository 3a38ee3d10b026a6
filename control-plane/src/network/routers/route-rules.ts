import type { RouteDestination, RouterRouteUpdate, RouteTarget } from '@skerry/contract/network/routers.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/tables.ts'
import { isIpv6 } from '../addresses.ts'

type Way = { destination: RouteDestination; target: RouteTarget }

/** @throws 400 when a custom route may not lead from there to there */
export function checkRoute({ destination, target }: Way): void {
  if (destination.type === 'vpc') throw invalidRequest('a route cannot have a VPC as its destination')
  if (target.type === 'vpc' || target.type === 'subnet')
    throw invalidRequest(`a route cannot have a ${target.type === 'vpc' ? 'VPC' : 'subnet'} as its target`)
  if ('value' in destination && destination.type !== 'subnet' && target.type === 'ip') {
    const address = destination.value.split('/')[0]!
    if (isIpv6(address) !== isIpv6(target.value)) throw invalidRequest('a route cannot mix IPv4 and IPv6')
  }
}

/** @throws 400 when this route may not become that */
export function checkRouteChange(route: Row<'router_routes'>, change: RouterRouteUpdate): void {
  if (route.kind === 'custom') return checkRoute(change)
  if (route.kind !== 'default') throw invalidRequest(`a route of kind ${route.kind} cannot be changed`)
  const { destination, name, description } = change
  const same =
    destination.type === route.destination.type &&
    destination.value === route.destination.value &&
    (name ?? route.name) === route.name &&
    (description ?? route.description) === route.description
  if (!same) throw invalidRequest('only the target of a default route can be changed')
  checkRoute(change)
}
