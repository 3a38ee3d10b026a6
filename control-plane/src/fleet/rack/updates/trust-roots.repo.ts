import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import { randomId } from '../../../kernel/values/uuid.ts'

/** Each upload is verified against up to all of them. */
const MOST = 32

export const findTrustRoot = (db: Queryable, id: string): Promise<Row<'update_trust_roots'> | undefined> =>
  db.selectFrom('update_trust_roots').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest first, which most likely verifies an upload. */
export const trustRoots = (db: Queryable): Promise<Row<'update_trust_roots'>[]> =>
  db.selectFrom('update_trust_roots').selectAll().orderBy('time_created', 'desc').limit(MOST).execute()

/** Returns an existing equal one. The caller has locked `target_release`. */
export async function insertTrustRoot(tx: Tx, rootRole: string, now: Date): Promise<Row<'update_trust_roots'>> {
  const present = await tx
    .selectFrom('update_trust_roots')
    .selectAll()
    .where(sql<boolean>`md5(root_role::text) = md5(${rootRole}::jsonb::text)`)
    .executeTakeFirst()
  if (present) return present
  const all = await tx.selectFrom('update_trust_roots').select('id').limit(MOST).execute()
  if (all.length === MOST) throw invalidRequest(`there are ${MOST} trust roots already: delete one first`)
  return tx
    .insertInto('update_trust_roots')
    .values({ id: randomId(), root_role: rootRole, time_created: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns whether it existed. The caller has locked `target_release`. */
export async function deleteTrustRoot(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('update_trust_roots').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
