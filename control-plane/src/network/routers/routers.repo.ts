import type {
  RouteDestination,
  RouterRouteUpdate,
  RouteTarget,
  VpcRouterListedRoute,
} from '@skerry/contract/network/routers.ts'
import { maxRouters, maxRoutes } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import { selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { requireFreeName, throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { requireFewer } from '../part-limits.ts'
import { routers, routes } from './router.resource.ts'

export const DEFAULT_GATEWAY = 'default'
/** Limit of routes to include with a router in a list. */
export const MAX_LISTED_ROUTES = 50

/** Inserts the router of all subnets without a custom one, with default routes to the internet gateway. */
export async function insertSystemRouter(tx: Tx, vpc: Row<'vpcs'>, now: Date): Promise<void> {
  const times = { time_created: now, time_modified: now }
  await tx
    .insertInto('routers')
    .values({
      id: vpc.system_router_id,
      vpc_id: vpc.id,
      name: 'system',
      description: 'Routes of every subnet without a custom router',
      kind: 'system',
      ...times,
    })
    .execute()
  const defaultRoutes = [
    { name: 'default-v4', description: 'Default route for IPv4', net: '0.0.0.0/0' },
    { name: 'default-v6', description: 'Default route for IPv6', net: '::/0' },
  ]
  for (const { net, ...named } of defaultRoutes)
    await insertRoute(tx, {
      ...named,
      router_id: vpc.system_router_id,
      kind: 'default',
      destination: { type: 'ip_net', value: net },
      target: { type: 'internet_gateway', value: DEFAULT_GATEWAY },
      subnet_id: null,
      ...times,
    })
}

type NewRoute = Omit<Row<'router_routes'>, 'id' | 'destination' | 'target'> & {
  destination: RouteDestination
  target: RouteTarget
}

export const insertRoute = (tx: Tx, { destination, target, ...fields }: NewRoute): Promise<Row<'router_routes'>> =>
  tx
    .insertInto('router_routes')
    .values({
      id: randomId(),
      ...fields,
      destination: JSON.stringify(destination),
      target: JSON.stringify(target),
    })
    .returningAll()
    .$call(throwIfTaken('router-route', fields.name))

/** Inserts a custom route. The VPC's row is locked. @throws 400 when the name is taken or the VPC has the maximum */
export async function insertCustomRoute(
  tx: Tx,
  router: { id: string; vpc_id: string },
  fields: Pick<NewRoute, 'name' | 'description' | 'destination' | 'target'>,
  now: Date,
): Promise<Row<'router_routes'>> {
  const custom = tx
    .selectFrom('router_routes')
    .innerJoin('routers', 'routers.id', 'router_routes.router_id')
    .where('routers.vpc_id', '=', router.vpc_id)
    .where('router_routes.kind', '=', 'custom')
  await requireFewer(custom, maxRoutes, { parent: 'VPC', kind: 'custom routes' })
  const times = { time_created: now, time_modified: now }
  return insertRoute(tx, { ...fields, router_id: router.id, kind: 'custom', subnet_id: null, ...times })
}

const routersOfVpc = (db: Queryable, vpcId: string) => db.selectFrom('routers').selectAll().where('vpc_id', '=', vpcId)

/** Adds their routes in the same statement; null for a router with more than `MAX_LISTED_ROUTES`. */
export const listedRouters = (db: Queryable, vpcId: string) =>
  routersOfVpc(db, vpcId).select(
    sql<VpcRouterListedRoute[] | null>`(
        select case when count(*) <= ${MAX_LISTED_ROUTES} then coalesce(jsonb_agg(to_jsonb(listed)), '[]') end
        from (
          select id, name, kind, destination, target from router_routes
          where router_id = routers.id order by name limit ${MAX_LISTED_ROUTES + 1}
        ) listed
      )`.as('routes'),
  )

export const routesOfRouter = (db: Queryable, routerId: string) =>
  db.selectFrom('router_routes').selectAll().where('router_id', '=', routerId)

/** Renames the route of a renamed subnet. */
export async function renameSubnetRoute(tx: Tx, subnet: Row<'subnets'>, now: Date): Promise<void> {
  const itself = JSON.stringify({ type: 'subnet', value: subnet.name })
  const { id } = await tx
    .selectFrom('router_routes')
    .select('id')
    .where('subnet_id', '=', subnet.id)
    .executeTakeFirstOrThrow()
  await requireFreeName(tx, routes, id, subnet.name)
  await tx
    .updateTable('router_routes')
    .set({ name: subnet.name, destination: itself, target: itself, time_modified: now })
    .where('id', '=', id)
    .execute()
}

const invalidCustomRouter = (why: string) =>
  invalidRequest(`custom_router ${why}`).concerning({ field: 'custom_router' })

/**
 * The id of the custom router that a subnet's request names; null for none.
 * @throws 404 for an unknown name; 400 for a router of another VPC or the system router
 */
export async function customRouterId(tx: Tx, vpcId: string, router: string | null | undefined): Promise<string | null> {
  if (router === null || router === undefined) return null
  const by = selector(router)
  const query = tx.selectFrom('routers').selectAll()
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('vpc_id', '=', vpcId).where('name', '=', by.name)
  ).executeTakeFirst()
  if ('name' in by && !row) throw notFound('vpc-router', by)
  if (row?.vpc_id !== vpcId) throw invalidCustomRouter('is not a router of the VPC')
  if (row.kind !== 'custom') throw invalidCustomRouter('must be a custom router')
  return row.id
}

interface RenamedFields {
  name: string | undefined
  description: string | undefined
}

/** The VPC's row is locked. @throws 400 when the name is taken or the VPC has the maximum of routers */
export async function insertRouter(
  tx: Tx,
  vpcId: string,
  { name, description }: { name: string; description: string },
  now: Date,
): Promise<Row<'routers'>> {
  await requireFewer(routersOfVpc(tx, vpcId), maxRouters, { parent: 'VPC', kind: 'routers' })
  return tx
    .insertInto('routers')
    .values({ id: randomId(), vpc_id: vpcId, name, description, kind: 'custom', time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken('vpc-router', name))
}

export async function updateRouter(tx: Tx, id: string, fields: RenamedFields, now: Date): Promise<Row<'routers'>> {
  await requireFreeName(tx, routers, id, fields.name)
  return tx
    .updateTable('routers')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a router with its routes. Its subnets fall back to the system router. */
export async function deleteRouter(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('subnets')
    .set({ custom_router_id: null, time_modified: now })
    .where('custom_router_id', '=', id)
    .execute()
  await tx.deleteFrom('routers').where('id', '=', id).execute()
}

export async function updateRoute(
  tx: Tx,
  id: string,
  { name, description, destination, target }: RouterRouteUpdate,
  now: Date,
): Promise<Row<'router_routes'>> {
  await requireFreeName(tx, routes, id, name ?? undefined)
  return tx
    .updateTable('router_routes')
    .set({
      name: name ?? undefined,
      description: description ?? undefined,
      destination: JSON.stringify(destination),
      target: JSON.stringify(target),
      time_modified: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteRoute(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('router_routes').where('id', '=', id).execute()
}

/** The routes of a VPC whose target is that gateway. */
export const routesThrough = (db: Queryable, vpcId: string, gateway: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('router_routes')
    .innerJoin('routers', 'routers.id', 'router_routes.router_id')
    .select(['router_routes.id', 'router_routes.name'])
    .where('routers.vpc_id', '=', vpcId)
    .where(sql<boolean>`target @> ${JSON.stringify({ type: 'internet_gateway', value: gateway })}::jsonb`)
    .execute()

export async function deleteRoutes(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length) await tx.deleteFrom('router_routes').where('id', 'in', ids).execute()
}
