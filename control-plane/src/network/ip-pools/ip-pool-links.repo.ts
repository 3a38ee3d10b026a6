import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Services } from '../../kernel/services/services.ts'
import { attachDefaultPool, vpcsWithPool } from '../internet-gateways/internet-gateways.repo.ts'
import { DEFAULT_GATEWAY } from '../routers/routers.repo.ts'
import { declareLater } from '../vpcs/vpcs-declare.saga.ts'

type Link = Row<'ip_pool_silos'>

/** A pool's links, each with the id and the name of its silo. */
export const linksOfPool = (db: Queryable, poolId: string) =>
  db
    .selectFrom('ip_pool_silos')
    .innerJoin('silos', 'silos.id', 'ip_pool_silos.silo_id')
    .selectAll('ip_pool_silos')
    .select(['silos.id', 'silos.name as silo_name'])
    .where('ip_pool_id', '=', poolId)

/** Links a pool to a silo. A default pool is also attached to the default gateways of the silo's VPCs. */
export async function insertLink(tx: Tx, services: Pick<Services, 'sagas'>, link: Link, now: Date): Promise<Link> {
  const row = await tx
    .insertInto('ip_pool_silos')
    .values(link)
    .returningAll()
    .$call(throwIfTaken('ip-pool-resource', link.silo_id))
  if (link.is_default)
    await declareLater(
      tx,
      services,
      await attachDefaultPool(tx, { siloId: link.silo_id, poolId: link.ip_pool_id }, now),
    )
  return row
}

/**
 * Sets or clears a linked pool as the silo's default, replacing any other default.
 * @returns the link before and after; undefined when the pool is not linked to the silo
 */
export async function setDefault(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  { ip_pool_id, silo_id, is_default }: Link,
  now: Date,
): Promise<[Link, Link] | undefined> {
  const ofSilo = await tx
    .selectFrom('ip_pool_silos')
    .selectAll()
    .where('silo_id', '=', silo_id)
    .orderBy('ip_pool_id')
    .forUpdate()
    .execute()
  const before = ofSilo.find((link) => link.ip_pool_id === ip_pool_id)
  if (!before) return undefined
  // No change: clients that declare the wanted state repeat this request, and must not re-attach a pool that a project
  // has detached.
  if (before.is_default === is_default) return [before, before]
  const links = tx.updateTable('ip_pool_silos').where('silo_id', '=', silo_id)
  if (is_default) {
    await links.set({ is_default: false }).where('ip_pool_id', '!=', ip_pool_id).execute()
    await declareLater(tx, services, await attachDefaultPool(tx, { siloId: silo_id, poolId: ip_pool_id }, now))
  }
  const changed = links.set({ is_default }).where('ip_pool_id', '=', ip_pool_id).returningAll()
  return [before, await changed.executeTakeFirstOrThrow()]
}

/** The lowest address of the pool that is in use in the silo; undefined when none is. */
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
 * Locks the VPCs of a silo that have a gateway named `default`, before the pool's row. None is created meanwhile, since
 * the silo is locked.
 */
export const lockVpcsOfDefaultPool = (tx: Tx, siloId: string): Promise<unknown> =>
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

/** Locks the VPCs whose gateways have the pool: the attachments change under the lock of their VPC. */
export const lockVpcsWithPool = (tx: Tx, poolId: string, siloId: string): Promise<unknown> =>
  tx
    .selectFrom('vpcs')
    .select('id')
    .where('id', 'in', vpcsWithPool(tx, poolId, siloId))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Deletes a link and detaches the pool from the silo's gateways. Returns whether there was a link. */
export async function deleteLink(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  poolId: string,
  siloId: string,
): Promise<boolean> {
  const affected = await vpcsWithPool(tx, poolId, siloId).execute()
  await declareLater(
    tx,
    services,
    affected.map(({ id }) => id),
  )
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
