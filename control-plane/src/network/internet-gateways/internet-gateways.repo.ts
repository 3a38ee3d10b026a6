import { maxGatewayAddresses, maxGateways } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { alreadyExists } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { requireFewer } from '../part-limits.ts'
import { DEFAULT_GATEWAY } from '../routers/routers.repo.ts'

/** Inserts the gateway of a new VPC, with the silo's default pool if there is one. */
export async function insertDefaultGateway(tx: Tx, vpc: Row<'vpcs'>, siloId: string, now: Date): Promise<void> {
  const id = randomId()
  await tx
    .insertInto('internet_gateways')
    .values({
      id,
      vpc_id: vpc.id,
      name: DEFAULT_GATEWAY,
      description: 'The default internet gateway',
      time_created: now,
      time_modified: now,
    })
    .execute()
  const pool = await tx
    .selectFrom('ip_pool_silos')
    .select('ip_pool_id')
    .where('silo_id', '=', siloId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  if (pool) await attachDefaultPool(tx, { siloId, poolId: pool.ip_pool_id, gatewayId: id }, now)
}

/**
 * Attaches a pool to all gateways named `default` of a silo, or to one of them, unless attached. The attachment has the
 * pool's name, with a number if that is taken. The VPC rows are locked (`lockVpcsOfDefaultPool`), then the pool's: a
 * concurrent unlink either comes first, and nothing is attached, or comes later and detaches.
 * @returns the ids of the VPCs whose gateways have got the pool
 */
export async function attachDefaultPool(
  tx: Tx,
  { siloId, poolId, gatewayId }: { siloId: string; poolId: string; gatewayId?: string },
  now: Date,
): Promise<string[]> {
  await tx.selectFrom('ip_pools').select('id').where('id', '=', poolId).forKeyShare().execute()
  const { rows } = await sql<{ vpc_id: string }>`
    with attached as (
    insert into internet_gateway_ip_pools
      (id, internet_gateway_id, ip_pool_id, name, description, time_created, time_modified)
    select gen_random_uuid(), g.id, pool.id, free.name, 'The default pool of the silo', ${now}, ${now}
    from internet_gateways g
      join vpcs on vpcs.id = g.vpc_id
      join projects on projects.id = vpcs.project_id
      join ip_pool_silos link on link.silo_id = projects.silo_id and link.ip_pool_id = ${poolId}
      join ip_pools pool on pool.id = link.ip_pool_id
      cross join lateral (
        select candidate.name
        from (select count(*) as attached from internet_gateway_ip_pools where internet_gateway_id = g.id) present,
          generate_series(1, present.attached + 1) number,
          lateral (
            select case number when 1 then pool.name else rtrim(left(pool.name, 52), '-') || '-' || number end as name
          ) candidate
        where not exists (
          select from internet_gateway_ip_pools other
          where other.internet_gateway_id = g.id and other.name = candidate.name)
        order by number limit 1
      ) free
    where projects.silo_id = ${siloId} and g.name = ${DEFAULT_GATEWAY}
      and ${gatewayId === undefined ? sql`true` : sql`g.id = ${gatewayId}`}
    on conflict (internet_gateway_id, ip_pool_id) do nothing
    returning internet_gateway_id)
    select distinct vpc_id from attached join internet_gateways on id = internet_gateway_id`.execute(tx)
  return rows.map((row) => row.vpc_id)
}

/** The number of routes of a VPC per gateway name. Joins per router, which keeps the planner off other VPCs' routes. */
const routesThroughGateways = (db: Queryable, vpcId: string) =>
  db
    .selectFrom('routers')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('router_routes')
          .select(sql<string>`target ->> 'value'`.as('gateway_name'))
          .whereRef('router_id', '=', 'routers.id')
          .where(sql`target ->> 'type'`, '=', 'internet_gateway')
          .offset(0)
          .as('routes'),
      (join) => join.onTrue(),
    )
    .where('routers.vpc_id', '=', vpcId)
    .groupBy('gateway_name')
    .select(['gateway_name', sql<number>`count(*)::int`.as('route_count')])

/** Adds the numbers of attached pools, attached addresses and routes in the same statement. */
export const listedGateways = (db: Queryable, vpcId: string) =>
  db
    // Materialized: counts once for the whole page, since a VPC may have thousands of routes.
    .with(
      (cte) => cte('routed').materialized(),
      () => routesThroughGateways(db, vpcId),
    )
    .selectFrom('internet_gateways')
    .leftJoin('routed', 'routed.gateway_name', 'internet_gateways.name')
    .where('vpc_id', '=', vpcId)
    .selectAll('internet_gateways')
    .select([
      sql<number>`(
        select count(*)::int from internet_gateway_ip_pools where internet_gateway_id = internet_gateways.id
      )`.as('ip_pool_count'),
      sql<number>`(
        select count(*)::int from internet_gateway_ip_addresses where internet_gateway_id = internet_gateways.id
      )`.as('ip_address_count'),
      sql<number>`coalesce(routed.route_count, 0)`.as('route_count'),
    ])

export const poolsOfGateway = (db: Queryable, gatewayId: string) =>
  db.selectFrom('internet_gateway_ip_pools').selectAll().where('internet_gateway_id', '=', gatewayId)

export const addressesOfGateway = (db: Queryable, gatewayId: string) =>
  db.selectFrom('internet_gateway_ip_addresses').selectAll().where('internet_gateway_id', '=', gatewayId)

type Attachment = 'internet_gateway_ip_pools' | 'internet_gateway_ip_addresses'

/** The VPC's row is locked. @throws 400 when the name is taken or the VPC has the maximum of gateways */
export async function insertGateway(
  tx: Tx,
  vpcId: string,
  { name, description }: { name: string; description: string },
  now: Date,
): Promise<Row<'internet_gateways'>> {
  const gateways = tx.selectFrom('internet_gateways').where('vpc_id', '=', vpcId)
  await requireFewer(gateways, maxGateways, { parent: 'VPC', kind: 'internet gateways' })
  return tx
    .insertInto('internet_gateways')
    .values({ id: randomId(), vpc_id: vpcId, name, description, time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken('internet-gateway', name))
}

/** Deletes its attachments too. */
export async function deleteGateway(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('internet_gateways').where('id', '=', id).execute()
}

/** @throws 400 when the gateway has the pool already or the name is taken */
export async function attachPool(
  tx: Tx,
  gatewayId: string,
  pool: Row<'ip_pools'>,
  { name, description }: { name: string; description: string },
  now: Date,
): Promise<Row<'internet_gateway_ip_pools'>> {
  const other = await poolsOfGateway(tx, gatewayId).where('ip_pool_id', '=', pool.id).executeTakeFirst()
  if (other) throw alreadyExists('internet-gateway-ip-pool', pool.name)
  return tx
    .insertInto('internet_gateway_ip_pools')
    .values({
      id: randomId(),
      internet_gateway_id: gatewayId,
      ip_pool_id: pool.id,
      name,
      description,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('internet-gateway-ip-pool', name))
}

/** @throws 400 when the gateway has the address already, or the maximum of addresses, or the name is taken */
export async function attachAddress(
  tx: Tx,
  gatewayId: string,
  { name, description, address }: { name: string; description: string; address: string },
  now: Date,
): Promise<Row<'internet_gateway_ip_addresses'>> {
  const other = await addressesOfGateway(tx, gatewayId).where('address', '=', address).executeTakeFirst()
  if (other) throw alreadyExists('internet-gateway-ip-address', address)
  const limited = { parent: 'gateway', kind: 'IP addresses' }
  await requireFewer(addressesOfGateway(tx, gatewayId), maxGatewayAddresses, limited)
  return tx
    .insertInto('internet_gateway_ip_addresses')
    .values({
      id: randomId(),
      internet_gateway_id: gatewayId,
      address,
      name,
      description,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('internet-gateway-ip-address', name))
}

/** The VPCs with a gateway that has the pool; of a silo, or of all. */
export const vpcsWithPool = (db: Queryable, poolId: string, siloId?: string) =>
  db
    .selectFrom('internet_gateway_ip_pools')
    .innerJoin('internet_gateways', 'internet_gateways.id', 'internet_gateway_ip_pools.internet_gateway_id')
    .innerJoin('vpcs', 'vpcs.id', 'internet_gateways.vpc_id')
    .innerJoin('projects', 'projects.id', 'vpcs.project_id')
    .select('vpcs.id')
    .where('ip_pool_id', '=', poolId)
    .$if(siloId !== undefined, (query) => query.where('projects.silo_id', '=', siloId!))

export async function detach(tx: Tx, table: Attachment, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}

/** Describes a pool or an address that is attached to a gateway, for a message; undefined when there is none. */
export async function firstAttachment(tx: Tx, gatewayId: string): Promise<string | undefined> {
  const pool = await poolsOfGateway(tx, gatewayId).orderBy('name').limit(1).executeTakeFirst()
  if (pool) return `IP pool "${pool.name}"`
  const address = await addressesOfGateway(tx, gatewayId).orderBy('name').limit(1).executeTakeFirst()
  return address && `IP address "${address.name}"`
}

export const gatewayById = (tx: Tx, id: string): Promise<Row<'internet_gateways'>> =>
  tx.selectFrom('internet_gateways').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
