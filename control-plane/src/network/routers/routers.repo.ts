import type { RouteDestination, RouteTarget } from '@skerry/contract/network/routers.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import type { Row } from '../../kernel/tables.ts'
import { randomId } from '../../kernel/uuid.ts'

export const DEFAULT_GATEWAY = 'default'

/** The router of every subnet that has none of its own, with the way out of the VPC. */
export async function insertSystemRouter(tx: Tx, vpc: Row<'vpcs'>, now: Date): Promise<void> {
  const times = { time_created: now, time_modified: now }
  await tx
    .insertInto('routers')
    .values({
      id: vpc.system_router_id,
      vpc_id: vpc.id,
      name: 'system',
      description: 'Routes of every subnet without a router of its own',
      kind: 'system',
      ...times,
    })
    .execute()
  const ways = [
    { name: 'default-v4', description: 'IPv4 that leaves the VPC', net: '0.0.0.0/0' },
    { name: 'default-v6', description: 'IPv6 that leaves the VPC', net: '::/0' },
  ]
  for (const { net, ...named } of ways)
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
    .executeTakeFirstOrThrow()

export const routersOfVpc = (db: Queryable, vpcId: string) =>
  db.selectFrom('routers').selectAll().where('vpc_id', '=', vpcId)

export const routesOfRouter = (db: Queryable, routerId: string) =>
  db.selectFrom('router_routes').selectAll().where('router_id', '=', routerId)
