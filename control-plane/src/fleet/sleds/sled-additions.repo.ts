import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import { alreadyExists } from '../../kernel/http/errors.ts'
import type { Baseboard } from '../../platform/interface/hardware.ts'

/** Identifies a sled before it has an id. */
export type SledKey = Pick<Baseboard, 'part' | 'serial'>

/** Records that a sled is being added under this id. @throws 400 when it is added already, or being added */
export async function insertAddition(tx: Tx, { id, part, serial }: SledKey & { id: string }, now: Date): Promise<void> {
  const known = tx.selectFrom('sleds').select('id').where('part', '=', part).where('serial', '=', serial)
  if (await known.executeTakeFirst()) throw alreadyExists('sled', serial)
  await tx
    .insertInto('sled_additions')
    .values({ id, part, serial, time_created: now })
    .returningAll()
    .$call(throwIfTaken('sled', serial))
}

/** The sleds among these that are being added. */
export async function pendingAdditions(
  db: Queryable,
  sleds: readonly SledKey[],
): Promise<(SledKey & { time_created: Date })[]> {
  if (!sleds.length) return []
  return db
    .selectFrom('sled_additions')
    .select(['part', 'serial', 'time_created'])
    .where('part', 'in', [...new Set(sleds.map(({ part }) => part))])
    .where(
      'serial',
      'in',
      sleds.map(({ serial }) => serial),
    )
    .execute()
}

export async function deleteAddition(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sled_additions').where('id', '=', id).execute()
}
