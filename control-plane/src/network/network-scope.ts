import { sql } from 'kysely'
import type { AnyCall } from '../kernel/http/call.ts'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import { invalidRequest, type Kind, notFound } from '../kernel/errors.ts'
import { checkSelectors, findInProject, selector } from '../kernel/access/scope.ts'
import type { Row, Tables } from '../kernel/database/tables.ts'

/** A resource's parent table, the column that refers to it, and the selector that names it in requests. */
interface ParentReference {
  kind: Kind
  column: string
  selector: 'vpc' | 'router' | 'gateway' | 'instance'
  parent: ChildTable | 'vpcs' | 'instances'
}
const PARENTS = {
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
} as const satisfies Partial<Record<keyof Tables, ParentReference>>

/** Tables of resources in a VPC or an instance. */
export type ChildTable =
  | 'subnets'
  | 'routers'
  | 'internet_gateways'
  | 'router_routes'
  | Attachment
  | 'network_interfaces'
type Attachment = 'internet_gateway_ip_pools' | 'internet_gateway_ip_addresses'
/** A row with its project and silo. `vpc_id` is that of the VPC above it, or an interface's own column. */
export type FoundChild<T extends ChildTable> = Row<T> & {
  id: string
  project_id: string
  silo_id: string
  vpc_id: string
}

/** The VPC that a selector or the path names, after its permission check. */
export const findVpc = (call: AnyCall, db: Queryable, nameOrId: string, options: { lock?: boolean } = {}) =>
  findInProject(call, db, 'vpcs', 'vpc', nameOrId, options)

/** The joins from a table up to `projects`, each with the selector of its parent. */
function chainOf(table: ChildTable): { table: string; column: string; parent: string; selector: string }[] {
  const reference: ParentReference = PARENTS[table]
  const { column, parent, selector: above } = reference
  const link = { table, column, parent, selector: above }
  if (parent !== 'vpcs' && parent !== 'instances') return [link, ...chainOf(parent)]
  return [link, { table: parent, column: 'project_id', parent: 'projects', selector: 'project' }]
}

/**
 * A resource in a VPC or an instance: by name and the selectors of its parents, or by id alone; after its permission
 * check on the project.
 * @throws 400 when the selectors contradict each other, 404, 403
 */
export async function findChild<T extends ChildTable>(
  call: AnyCall,
  db: Queryable,
  table: T,
  nameOrId: string,
): Promise<FoundChild<T>> {
  const reference: ParentReference = PARENTS[table]
  const by = selector(nameOrId)
  const selectors = call.query as Record<string, string | undefined>
  const given = selectors[reference.selector]
  checkSelectors(reference.kind, by, reference.selector, given)
  const chain = chainOf(table)
  const unexpected = 'id' in by && chain.find((link) => selectors[link.selector] !== undefined)?.selector
  if (unexpected) throw invalidRequest(`when ${reference.kind} is given as an id, ${unexpected} must not be given`)
  const parent = 'name' in by ? await findParent(call, db, reference, given!) : undefined

  const joins = chain.map(
    (link) =>
      sql`join ${sql.table(link.parent)} on ${sql.ref(`${link.parent}.id`)} = ${sql.ref(`${link.table}.${link.column}`)}`,
  )
  const vpc = chain.some((link) => link.table === 'vpcs') ? sql`, vpcs.id as vpc_id` : sql``
  const where = parent
    ? sql`${sql.ref(`${table}.${reference.column}`)} = ${parent.id} and ${sql.ref(`${table}.name`)} = ${nameOrId}`
    : sql`${sql.ref(`${table}.id`)} = ${nameOrId}`
  const { rows } = await sql<FoundChild<T>>`
    select ${sql.table(table)}.*, projects.id as project_id, projects.silo_id ${vpc}
    from ${sql.table(table)} ${sql.join(joins, sql` `)} where ${where}`.execute(db)
  const hidden = () => notFound(reference.kind, by)
  const row = rows[0]
  if (!row) throw hidden()
  call.access.onProject({ id: row.project_id, silo_id: row.silo_id }, hidden)
  return row
}

function findParent(
  call: AnyCall,
  db: Queryable,
  reference: ParentReference,
  nameOrId: string,
): Promise<{ id: string }> {
  if (reference.parent === 'vpcs') return findVpc(call, db, nameOrId)
  if (reference.parent === 'instances') return findInProject(call, db, 'instances', 'instance', nameOrId)
  return findChild(call, db, reference.parent, nameOrId)
}

/**
 * `findChild` for a change: locks the row of its VPC, which serializes all changes in a VPC, then reads the
 * resource again.
 */
export async function lockChild<T extends Exclude<ChildTable, 'network_interfaces'>>(
  call: AnyCall,
  tx: Tx,
  table: T,
  nameOrId: string,
): Promise<FoundChild<T> & { vpc: Row<'vpcs'> }> {
  const found = await findChild(call, tx, table, nameOrId)
  const vpc = await tx.selectFrom('vpcs').selectAll().where('id', '=', found.vpc_id).forUpdate().executeTakeFirst()
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)} where id = ${found.id}`.execute(tx)
  if (!vpc || !rows[0]) throw notFound(PARENTS[table].kind, selector(nameOrId))
  return { ...found, ...rows[0], vpc }
}
