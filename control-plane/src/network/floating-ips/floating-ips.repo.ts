import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { requireFreeName, throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { FloatingRow } from '../external-ips/external-ip.view.ts'
import { lockPool, takeInPool, takeNextInPool } from '../ip-pools/ip-pool-allocation.repo.ts'
import { floatingIps } from './floating-ip.resource.ts'

/** Floating IPs. Their names and descriptions are never null. */
export const listedFloatingIps = (db: Queryable) =>
  db
    .selectFrom('external_ips')
    .innerJoin('projects', 'projects.id', 'external_ips.project_id')
    .selectAll('external_ips')
    .select('projects.silo_id')
    .where('kind', '=', 'floating')
    .$narrowType<{ name: string; description: string }>()

export async function countFloatingOf(db: Queryable, instanceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('external_ips')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'floating')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Allocates a floating IP for a project.
 * @throws 404 when the pool is not linked to the silo, or none is given and there is no default; 400 when the requested
 * address is not in the pool or in use, or the name is taken; 507 when the pool is exhausted
 */
export async function insertFloating(
  tx: Tx,
  project: Pick<Row<'projects'>, 'id' | 'silo_id'>,
  body: { name: string; description: string; ip?: string | null | undefined; pool?: string | null | undefined },
  now: Date,
): Promise<FloatingRow> {
  const pool = await lockPool(tx, project.silo_id, body.pool)
  const ip = body.ip ? await takeInPool(tx, pool, body.ip, project.id) : await takeNextInPool(tx, pool)
  const row = await tx
    .insertInto('external_ips')
    .values({
      id: randomId(),
      ip_pool_id: pool.id,
      ip,
      kind: 'floating',
      project_id: project.id,
      name: body.name,
      description: body.description,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('floating-ip', body.name))
  return row as FloatingRow
}

export async function updateFloating(
  tx: Tx,
  id: string,
  fields: { name?: string | undefined; description?: string | undefined; instance_id?: null },
  now: Date,
): Promise<FloatingRow> {
  await requireFreeName(tx, floatingIps, id, fields.name)
  const row = await tx
    .updateTable('external_ips')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as FloatingRow
}
