import type {
  RouteDestination,
  RouterRoute,
  RouteTarget,
  VpcRouter,
  VpcRouterListedRoute,
} from '@skerry/contract/network/routers.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const routerView = (row: Row<'routers'>): VpcRouter => ({
  ...namedView(row),
  kind: row.kind,
  vpc_id: row.vpc_id,
})

export const listedRouterView = ({
  routes,
  ...row
}: Row<'routers'> & { routes: VpcRouterListedRoute[] | null }): VpcRouter => ({
  ...routerView(row),
  ...(routes && { routes }),
})

export const routeView = (row: Row<'router_routes'>): RouterRoute => ({
  ...namedView(row),
  destination: row.destination as RouteDestination,
  kind: row.kind,
  target: row.target as RouteTarget,
  vpc_router_id: row.router_id,
})
