import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { unlessTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { attachDefaultPool } from '../internet-gateways/internet-gateways.repo.ts'
import { DEFAULT_GATEWAY } from '../routers/routers.repo.ts'

type Link = Row<'ip_pool_silos'>

/** A pool's links, with their silos' ids as their own, and their names. */
export const linksOfPool = (db: Queryable, poolId: string) =>
  db
    .selectFrom('ip_pool_silos')
    .innerJoin('silos', 'silos.id', 'ip_pool_silos.silo_id')
    .selectAll('ip_pool_silos')
    .select(['silos.id', 'silos.name as silo_name'])
    .where('ip_pool_id', '=', poolId)

/**
 * Holds a silo whose default pool may change: no VPC is made in it until the transaction ends, and those that are there
 * have a gateway that the pool can be given to. Comes before the pool's row. Answers whether the silo is still there.
 */
export async function holdSiloOfLink(tx: Tx, siloId: string): Promise<boolean> {
  return (await tx.selectFrom('silos').select('id').where('id', '=', siloId).forUpdate().execute()).length > 0
}

/** Lets a silo use a pool. A default pool is the way out for the silo's VPCs too. */
export async function insertLink(tx: Tx, link: Link, now: Date): Promise<Link> {
  const row = await tx
    .insertInto('ip_pool_silos')
    .values(link)
    .returningAll()
    .$call(unlessTaken('ip-pool-resource', link.silo_id))
  if (link.is_default) await attachDefaultPool(tx, { siloId: link.silo_id, poolId: link.ip_pool_id }, now)
  return row
}

/**
 * Makes a linked pool the silo's default one in place of any other, or no longer its default.
 * @returns undefined when pool and silo are not linked
 */
export async function setDefault(
  tx: Tx,
  { ip_pool_id, silo_id, is_default }: Link,
  now: Date,
): Promise<Link | undefined> {
  const ofSilo = await tx
    .selectFrom('ip_pool_silos')
    .selectAll()
    .where('silo_id', '=', silo_id)
    .orderBy('ip_pool_id')
    .forUpdate()
    .execute()
  if (!ofSilo.some((link) => link.ip_pool_id === ip_pool_id)) return undefined
  const links = tx.updateTable('ip_pool_silos').where('silo_id', '=', silo_id)
  if (is_default) {
    await links.set({ is_default: false }).where('ip_pool_id', '!=', ip_pool_id).execute()
    await attachDefaultPool(tx, { siloId: silo_id, poolId: ip_pool_id }, now)
  }
  return links.set({ is_default }).where('ip_pool_id', '=', ip_pool_id).returningAll().executeTakeFirstOrThrow()
}

/** The lowest address of the pool that something in the silo has; undefined when nothing has one. */
export const firstUsedInSilo = (tx: Tx, poolId: string, siloId: string): Promise<{ ip: string } | undefined> =>
  tx
    .selectFrom('external_ips')
    .innerJoin('projects', 'projects.id', 'external_ips.project_id')
    .select('external_ips.ip')
    .where('external_ips.ip_pool_id', '=', poolId)
    .where('projects.silo_id', '=', siloId)
    .orderBy('external_ips.ip')
    .limit(1)
    .executeTakeFirst()

/**
 * The VPCs of a silo whose `default` gateway a new default pool is attached to, locked before the pool's row. None is
 * made meanwhile, since the silo is held.
 */
export const holdVpcsOfDefaultPool = (tx: Tx, siloId: string): Promise<unknown> =>
  tx
    .selectFrom('vpcs')
    .select('id')
    .where('id', 'in', (withGateway) =>
      withGateway
        .selectFrom('internet_gateways')
        .innerJoin('vpcs', 'vpcs.id', 'internet_gateways.vpc_id')
        .innerJoin('projects', 'projects.id', 'vpcs.project_id')
        .select('vpcs.id')
        .where('internet_gateways.name', '=', DEFAULT_GATEWAY)
        .where('projects.silo_id', '=', siloId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** The VPCs whose gateways a pool is attached to: what is below a VPC changes under its row, which is locked first. */
export const holdVpcsWithPool = (tx: Tx, poolId: string, siloId: string): Promise<unknown> =>
  tx
    .selectFrom('vpcs')
    .select('id')
    .where('id', 'in', (attached) =>
      attached
        .selectFrom('internet_gateway_ip_pools')
        .innerJoin('internet_gateways', 'internet_gateways.id', 'internet_gateway_ip_pools.internet_gateway_id')
        .innerJoin('vpcs', 'vpcs.id', 'internet_gateways.vpc_id')
        .innerJoin('projects', 'projects.id', 'vpcs.project_id')
        .select('vpcs.id')
        .where('ip_pool_id', '=', poolId)
        .where('projects.silo_id', '=', siloId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** The silo's gateways lose the pool too. Answers whether there was a link. */
export async function deleteLink(tx: Tx, poolId: string, siloId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('ip_pool_silos')
    .where('ip_pool_id', '=', poolId)
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  await tx
    .deleteFrom('internet_gateway_ip_pools')
    .where('ip_pool_id', '=', poolId)
    .where('internet_gateway_id', 'in', (gateways) =>
      gateways
        .selectFrom('internet_gateways')
        .innerJoin('vpcs', 'vpcs.id', 'internet_gateways.vpc_id')
        .innerJoin('projects', 'projects.id', 'vpcs.project_id')
        .select('internet_gateways.id')
        .where('projects.silo_id', '=', siloId),
    )
    .execute()
  return deleted.numDeletedRows > 0n
}
