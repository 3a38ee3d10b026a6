import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Db } from './database.ts'

/** A secret key shared by all control planes on this database. The first call creates it. */
export async function serverKey(db: Db, name: string): Promise<Uint8Array> {
  const made = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  await db
    .insertInto('settings')
    .values({ key: name, value: JSON.stringify(made) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('settings').select('value').where('key', '=', name).executeTakeFirstOrThrow()
  return hexToBytes(value as string)
}
