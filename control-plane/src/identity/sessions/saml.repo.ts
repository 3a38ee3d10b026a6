import { sql } from 'kysely'
import { hashSecret } from '../../kernel/access/secrets.ts'
import type { Db, Tx } from '../../kernel/database/database.ts'
import { deleteUntil } from '../../kernel/database/delete-in-batches.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { SamlSubject } from '../identity-providers/saml.ts'

/** Marks an assertion as used in a silo. Returns false when it was used before, with any provider of the silo. */
export async function takeAssertion(tx: Tx, siloId: string, subject: SamlSubject): Promise<boolean> {
  const taken = await tx
    .insertInto('used_saml_assertions')
    .values({
      silo_id: siloId,
      assertion_hash: hashSecret(subject.assertionId),
      time_expires: subject.expires,
    })
    .onConflict((conflict) => conflict.columns(['silo_id', 'assertion_hash']).doNothing())
    .returning('silo_id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Creates or locks the user with this name: concurrent sign-ins must not mix its groups. The update changes nothing.
 * It locks in the same statement, so a user that is deleted concurrently is created again.
 */
export const upsertUser = (tx: Tx, siloId: string, nameId: string, now: Date): Promise<{ id: string }> =>
  tx
    .insertInto('users')
    .values({ id: randomId(), silo_id: siloId, external_id: nameId, time_created: now, time_modified: now })
    .onConflict((conflict) =>
      conflict
        .columns(['silo_id', 'external_id'])
        .doUpdateSet(({ ref }) => ({ external_id: ref('users.external_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

/** Makes the user a member of exactly these groups. Missing groups are created. */
export async function replaceGroups(
  tx: Tx,
  { siloId, userId }: { siloId: string; userId: string },
  names: readonly string[],
  now: Date,
): Promise<void> {
  const list = JSON.stringify(names)
  const named = sql<string>`jsonb_array_elements_text(${list}::jsonb)`
  await sql`insert into groups (id, silo_id, external_id, time_created, time_modified)
    select gen_random_uuid(), ${siloId}, name, ${now}, ${now} from ${named} name
    on conflict (silo_id, external_id) do nothing`.execute(tx)
  const wanted = tx
    .selectFrom('groups')
    .select('id')
    .where('silo_id', '=', siloId)
    .where(sql<boolean>`external_id in (select ${named})`)
  await tx.deleteFrom('group_members').where('user_id', '=', userId).where('group_id', 'not in', wanted).execute()
  await tx
    .insertInto('group_members')
    .columns(['group_id', 'user_id'])
    .expression(wanted.select(sql<string>`${userId}::uuid`.as('user_id')))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes used assertions that have expired, which are refused for their age from then on. */
export const dropUsedAssertions = (db: Db, now: Date, signal: AbortSignal): Promise<number> =>
  deleteUntil(db, 'used_saml_assertions', 'time_expires', now, signal)
