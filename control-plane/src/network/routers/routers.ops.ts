import type {
  routers as operations,
  RouteDestination,
  RouterRouteUpdate,
  RouteTarget,
} from '@skerry/contract/network/routers.ts'
import {
  routeCreateRefusal,
  routeDeleteRefusal,
  routerDeleteRefusal,
  routeChangeRefusal,
  routeProblem,
} from '@skerry/contract/rules/routes.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { find } from '../../kernel/resources/find.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'
import { routers, routes } from './router.resource.ts'
import { listedRouterView, routerView, routeView } from './router.view.ts'
import {
  deleteRoute,
  deleteRouter,
  insertCustomRoute,
  insertRouter,
  listedRouters,
  routesOfRouter,
  updateRoute,
  updateRouter,
} from './routers.repo.ts'

export const routersOps: Handlers<typeof operations> = {
  async vpc_router_list(call) {
    const vpc = await find(call, call.db, vpcs, call.query.vpc!)
    return pageOf(call.page, call.sort, listedRouters(call.db, vpc.id), { table: 'routers', view: listedRouterView })
  },

  vpc_router_create(call) {
    return call.transaction(async (tx) => {
      const vpc = await find(call, tx, vpcs, call.query.vpc, { lock: true })
      const router = await insertRouter(tx, vpc.id, call.body, call.now)
      call.target(router.id)
      return routerView(router)
    })
  },

  vpc_router_view: async (call) => routerView(await find(call, call.db, routers, call.params.router)),

  vpc_router_update(call) {
    return call.transaction(async (tx) => {
      const router = await find(call, tx, routers, call.params.router, { lock: true })
      call.target(router.id)
      const { name, description } = call.body
      const changed = { name: name ?? undefined, description: description ?? undefined }
      const row = await updateRouter(tx, router.id, changed, call.now)
      call.target(router.id, differenceOf(routerView(router), routerView(row)))
      return routerView(row)
    })
  },

  vpc_router_delete(call) {
    return call.transaction(async (tx) => {
      const { id, kind, vpc_id } = await find(call, tx, routers, call.params.router, { lock: true })
      call.target(id)
      const refusal = routerDeleteRefusal({ kind })
      if (refusal) throw invalidRequest(refusal)
      await deleteRouter(tx, id, call.now)
      await declareVpcs(tx, call.services, [vpc_id])
    })
  },

  async vpc_router_route_list(call) {
    const router = await find(call, call.db, routers, call.query.router!)
    return pageOf(call.page, call.sort, routesOfRouter(call.db, router.id), { table: 'router_routes', view: routeView })
  },

  vpc_router_route_create(call) {
    return call.transaction(async (tx) => {
      const router = await find(call, tx, routers, call.query.router, { lock: true })
      const refusal = routeCreateRefusal(router)
      if (refusal) throw invalidRequest(refusal)
      checkRoute(call.body)
      const route = await insertCustomRoute(tx, router, call.body, call.now)
      call.target(route.id)
      await declareVpcs(tx, call.services, [router.vpc_id])
      return routeView(route)
    })
  },

  vpc_router_route_view: async (call) => routeView(await find(call, call.db, routes, call.params.route)),

  vpc_router_route_update(call) {
    return call.transaction(async (tx) => {
      const route = await find(call, tx, routes, call.params.route, { lock: true })
      call.target(route.id)
      checkRouteChange(route, call.body)
      const changed = await updateRoute(tx, route.id, call.body, call.now)
      call.target(route.id, differenceOf(routeView(route), routeView(changed)))
      await declareVpcs(tx, call.services, [route.vpc_id])
      return routeView(changed)
    })
  },

  vpc_router_route_delete(call) {
    return call.transaction(async (tx) => {
      const route = await find(call, tx, routes, call.params.route, { lock: true })
      call.target(route.id)
      const refusal = routeDeleteRefusal(route)
      if (refusal) throw invalidRequest(refusal)
      await deleteRoute(tx, route.id)
      await declareVpcs(tx, call.services, [route.vpc_id])
    })
  },
}

type RouteEnds = { destination: RouteDestination; target: RouteTarget }

/** @throws 400 when a custom route cannot have this destination and target */
function checkRoute(ends: RouteEnds): void {
  const problem = routeProblem(ends)
  if (problem) throw invalidRequest(problem)
}

/** @throws 400 when the change is not allowed for this route */
function checkRouteChange(route: Row<'router_routes'>, change: RouterRouteUpdate): void {
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
