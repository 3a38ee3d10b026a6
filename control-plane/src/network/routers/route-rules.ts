import type { RouteDestination, RouterRouteUpdate, RouteTarget } from '@skerry/contract/network/routers.ts'
import { routeChangeRefusal, routeProblem } from '@skerry/contract/rules/routes.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'

type RouteEnds = { destination: RouteDestination; target: RouteTarget }

/** @throws 400 when a custom route cannot have this destination and target */
export function checkRoute(ends: RouteEnds): void {
  const problem = routeProblem(ends)
  if (problem) throw invalidRequest(problem)
}

/** @throws 400 when the change is not allowed for this route */
export function checkRouteChange(route: Row<'router_routes'>, change: RouterRouteUpdate): void {
  if (route.kind === 'custom') return checkRoute(change)
  const refusal = routeChangeRefusal(route)
  if (refusal) throw invalidRequest(refusal)
  const { destination, name, description } = change
  const same =
    destination.type === route.destination.type &&
    destination.value === route.destination.value &&
    (name ?? route.name) === route.name &&
    (description ?? route.description) === route.description
  if (!same) throw invalidRequest('only the target of a default route can be changed')
  checkRoute(change)
}
