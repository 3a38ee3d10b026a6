import { sql } from 'kysely'
import type { Call } from '../kernel/http/call.ts'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import { invalidRequest, type Kind, notFound } from '../kernel/errors.ts'
import { checkSelectors, findInProject, selector } from '../kernel/access/scope.ts'
import type { Row, Tables } from '../kernel/database/tables.ts'

/** Where the things of this wing stand: below which, by which column, named by which selector. */
interface Place {
  kind: Kind
  column: string
  selector: 'vpc' | 'router' | 'gateway' | 'instance'
  parent: Below | 'vpcs' | 'instances'
}
const PLACES = {
  subnets: { kind: 'vpc-subnet', column: 'vpc_id', selector: 'vpc', parent: 'vpcs' },
  routers: { kind: 'vpc-router', column: 'vpc_id', selector: 'vpc', parent: 'vpcs' },
  internet_gateways: { kind: 'internet-gateway', column: 'vpc_id', selector: 'vpc', parent: 'vpcs' },
  router_routes: { kind: 'router-route', column: 'router_id', selector: 'router', parent: 'routers' },
  internet_gateway_ip_pools: {
    kind: 'internet-gateway-ip-pool',
    column: 'internet_gateway_id',
    selector: 'gateway',
    parent: 'internet_gateways',
  },
  internet_gateway_ip_addresses: {
    kind: 'internet-gateway-ip-address',
    column: 'internet_gateway_id',
    selector: 'gateway',
    parent: 'internet_gateways',
  },
  network_interfaces: {
    kind: 'instance-network-interface',
    column: 'instance_id',
    selector: 'instance',
    parent: 'instances',
  },
} as const satisfies Partial<Record<keyof Tables, Place>>

/** Tables of things that stand below a VPC or an instance. */
export type Below = 'subnets' | 'routers' | 'internet_gateways' | 'router_routes' | Attachment | 'network_interfaces'
type Attachment = 'internet_gateway_ip_pools' | 'internet_gateway_ip_addresses'
/** With what it stands in: its project always, its VPC but for what `findBelow` found below an instance. */
export type Found<T extends Below> = Row<T> & { id: string; project_id: string; silo_id: string; vpc_id: string }

/** The VPC that a selector or the path names, with permission for the operation. */
export const findVpc = (call: Call, db: Queryable, nameOrId: string, options: { lock?: boolean } = {}) =>
  findInProject(call, db, 'vpcs', 'vpc', nameOrId, options)

/** The tables from one up to its project's, each with its column for the one above and the selector of that. */
function chainOf(table: Below): { table: string; column: string; parent: string; selector: string }[] {
  const place: Place = PLACES[table]
  const { column, parent, selector: above } = place
  const link = { table, column, parent, selector: above }
  if (parent !== 'vpcs' && parent !== 'instances') return [link, ...chainOf(parent)]
  return [link, { table: parent, column: 'project_id', parent: 'projects', selector: 'project' }]
}

/**
 * A thing below a VPC or an instance: by its name and the selectors above it, or by id alone; with permission for the
 * operation on its project.
 * @throws 400 when the selectors do not fit each other, 404, 403
 */
export async function findBelow<T extends Below>(
  call: Call,
  db: Queryable,
  table: T,
  nameOrId: string,
): Promise<Found<T>> {
  const place: Place = PLACES[table]
  const by = selector(nameOrId)
  const selectors = call.query as Record<string, string | undefined>
  const given = selectors[place.selector]
  checkSelectors(place.kind, by, place.selector, given)
  const chain = chainOf(table)
  const stray = 'id' in by && chain.find((link) => selectors[link.selector] !== undefined)?.selector
  if (stray) throw invalidRequest(`when ${place.kind} is given as an id, ${stray} must not be given`)
  const parent = 'name' in by ? await findParent(call, db, place, given!) : undefined

  const joins = chain.map(
    (link) =>
      sql`join ${sql.table(link.parent)} on ${sql.ref(`${link.parent}.id`)} = ${sql.ref(`${link.table}.${link.column}`)}`,
  )
  const vpc = chain.some((link) => link.table === 'vpcs') ? sql`, vpcs.id as vpc_id` : sql``
  const where = parent
    ? sql`${sql.ref(`${table}.${place.column}`)} = ${parent.id} and ${sql.ref(`${table}.name`)} = ${nameOrId}`
    : sql`${sql.ref(`${table}.id`)} = ${nameOrId}`
  const { rows } = await sql<Found<T>>`
    select ${sql.table(table)}.*, projects.id as project_id, projects.silo_id ${vpc}
    from ${sql.table(table)} ${sql.join(joins, sql` `)} where ${where}`.execute(db)
  const hidden = () => notFound(place.kind, by)
  const row = rows[0]
  if (!row) throw hidden()
  call.access.onProject({ id: row.project_id, silo_id: row.silo_id }, hidden)
  return row
}

function findParent(call: Call, db: Queryable, place: Place, nameOrId: string): Promise<{ id: string }> {
  if (place.parent === 'vpcs') return findVpc(call, db, nameOrId)
  if (place.parent === 'instances') return findInProject(call, db, 'instances', 'instance', nameOrId)
  return findBelow(call, db, place.parent, nameOrId)
}

/**
 * The same for change: its VPC's row is held, which everything that changes something in a VPC waits for, and the
 * thing is as it is from then on.
 */
export async function lockBelow<T extends Exclude<Below, 'network_interfaces'>>(
  call: Call,
  tx: Tx,
  table: T,
  nameOrId: string,
): Promise<Found<T> & { vpc: Row<'vpcs'> }> {
  const found = await findBelow(call, tx, table, nameOrId)
  const vpc = await tx.selectFrom('vpcs').selectAll().where('id', '=', found.vpc_id).forUpdate().executeTakeFirst()
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)} where id = ${found.id}`.execute(tx)
  if (!vpc || !rows[0]) throw notFound(PLACES[table].kind, selector(nameOrId))
  return { ...found, ...rows[0], vpc }
}
