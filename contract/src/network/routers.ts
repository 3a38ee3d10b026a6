import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { changedIdentity, identity, ipAddress, IpNet, Name, NameOrId, newIdentity, uuid } from '../values.ts'

export const RouteDestination = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('ip'), value: ipAddress }),
    z.object({ type: z.literal('ip_net'), value: IpNet }),
    z.object({ type: z.literal('vpc'), value: Name }),
    z.object({ type: z.literal('subnet'), value: Name }),
  ])
  .meta({ id: 'RouteDestination' })
export type RouteDestination = z.infer<typeof RouteDestination>

export const RouteTarget = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('ip'), value: ipAddress }),
    z.object({ type: z.literal('vpc'), value: Name }),
    z.object({ type: z.literal('subnet'), value: Name }),
    z.object({ type: z.literal('instance'), value: Name }),
    z.object({ type: z.literal('internet_gateway'), value: Name }),
    z.object({ type: z.literal('drop') }),
  ])
  .meta({ id: 'RouteTarget' })
export type RouteTarget = z.infer<typeof RouteTarget>

export const RouterRouteKind = z
  .enum(['default', 'vpc_subnet', 'vpc_peering', 'custom'])
  .meta({ id: 'RouterRouteKind' })
export type RouterRouteKind = z.infer<typeof RouterRouteKind>

export const RouterRoute = z
  .object({
    ...identity,
    destination: RouteDestination,
    kind: RouterRouteKind,
    target: RouteTarget,
    vpc_router_id: uuid,
  })
  .meta({ id: 'RouterRoute' })
export type RouterRoute = z.infer<typeof RouterRoute>

export const RouterRouteCreate = z
  .object({ ...newIdentity, destination: RouteDestination, target: RouteTarget })
  .meta({ id: 'RouterRouteCreate' })
export type RouterRouteCreate = z.infer<typeof RouterRouteCreate>

export const RouterRouteUpdate = z
  .object({ ...changedIdentity, destination: RouteDestination, target: RouteTarget })
  .meta({ id: 'RouterRouteUpdate' })
export type RouterRouteUpdate = z.infer<typeof RouterRouteUpdate>

export const VpcRouterKind = z.enum(['system', 'custom']).meta({ id: 'VpcRouterKind' })
export type VpcRouterKind = z.infer<typeof VpcRouterKind>

export const VpcRouterListedRoute = z
  .object({ id: uuid, name: Name, kind: RouterRouteKind, destination: RouteDestination, target: RouteTarget })
  .meta({ id: 'VpcRouterListedRoute' })
export type VpcRouterListedRoute = z.infer<typeof VpcRouterListedRoute>

export const VpcRouter = z
  .object({
    ...identity,
    kind: VpcRouterKind,
    /** Only in lists, and absent where a router has many. Saves a request per router. */
    routes: z.array(VpcRouterListedRoute).optional(),
    vpc_id: uuid,
  })
  .meta({ id: 'VpcRouter' })
export type VpcRouter = z.infer<typeof VpcRouter>

export const VpcRouterCreate = z.object(newIdentity).meta({ id: 'VpcRouterCreate' })
export type VpcRouterCreate = z.infer<typeof VpcRouterCreate>

export const VpcRouterUpdate = z.object(changedIdentity).meta({ id: 'VpcRouterUpdate' })
export type VpcRouterUpdate = z.infer<typeof VpcRouterUpdate>

export const routers = defineOperations({
  vpc_router_route_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-router-routes',
    query: page(NameOrIdSortMode, {
      project: NameOrId.optional(),
      router: NameOrId.optional(),
      vpc: NameOrId.optional(),
    }),
    firstPage: ['router'],
    paginated: true,
    answer: [200, resultsPage(RouterRoute)],
  },
  vpc_router_route_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/vpc-router-routes',
    query: z.object({ project: NameOrId.optional(), router: NameOrId, vpc: NameOrId.optional() }),
    body: RouterRouteCreate,
    answer: [201, RouterRoute],
  },
  vpc_router_route_view: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-router-routes/{route}',
    params: z.object({ route: NameOrId }),
    query: z.object({ project: NameOrId.optional(), router: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [200, RouterRoute],
  },
  vpc_router_route_update: {
    tag: 'vpcs',
    method: 'put',
    path: '/v1/vpc-router-routes/{route}',
    params: z.object({ route: NameOrId }),
    query: z.object({ project: NameOrId.optional(), router: NameOrId.optional(), vpc: NameOrId.optional() }),
    body: RouterRouteUpdate,
    answer: [200, RouterRoute],
  },
  vpc_router_route_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/vpc-router-routes/{route}',
    params: z.object({ route: NameOrId }),
    query: z.object({ project: NameOrId.optional(), router: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [204],
  },
  vpc_router_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-routers',
    query: page(NameOrIdSortMode, { project: NameOrId.optional(), vpc: NameOrId.optional() }),
    firstPage: ['vpc'],
    paginated: true,
    answer: [200, resultsPage(VpcRouter)],
  },
  vpc_router_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/vpc-routers',
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId }),
    body: VpcRouterCreate,
    answer: [201, VpcRouter],
  },
  vpc_router_view: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-routers/{router}',
    params: z.object({ router: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [200, VpcRouter],
  },
  vpc_router_update: {
    tag: 'vpcs',
    method: 'put',
    path: '/v1/vpc-routers/{router}',
    params: z.object({ router: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    body: VpcRouterUpdate,
    answer: [200, VpcRouter],
  },
  vpc_router_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/vpc-routers/{router}',
    params: z.object({ router: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [204],
  },
})
