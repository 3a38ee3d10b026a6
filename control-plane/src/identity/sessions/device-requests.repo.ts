import { hashSecret, randomSecret } from '../../kernel/access/secrets.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { shareLockUser } from '../users/users.repo.ts'

type DeviceRequest = Row<'device_requests'>

/** No vowels and no letters that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

/** Eight letters, uniformly distributed. */
function randomUserCode(): string {
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * CODE_LENGTH)))
      if (byte < 12 * LETTERS.length && code.length < CODE_LENGTH) code += LETTERS[byte % LETTERS.length]
  return code
}

/** The code as displayed: `BCD-FGHJK`. */
export const shownUserCode = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`

/** Returns both codes. Only a hash of the device code is stored. */
export async function insertRequest(
  db: Queryable,
  fields: Pick<DeviceRequest, 'client_id' | 'ttl_seconds' | 'time_created' | 'time_expires'>,
): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = randomSecret()
  for (;;) {
    const userCode = randomUserCode()
    const inserted = await db
      .insertInto('device_requests')
      .values({ ...fields, id: randomId(), device_code_hash: hashSecret(deviceCode), user_code: userCode })
      .onConflict((same) => same.column('user_code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return { deviceCode, userCode }
  }
}

const USER_CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`)

/** Locks the user, then the request with this user code. */
export async function requestOfUserCode(tx: Tx, userId: string, typed: string): Promise<DeviceRequest | undefined> {
  const code = typed.toUpperCase().replaceAll(/[-\s]/g, '')
  if (!USER_CODE.test(code) || !(await shareLockUser(tx, userId))) return undefined
  return tx.selectFrom('device_requests').selectAll().where('user_code', '=', code).forUpdate().executeTakeFirst()
}

/** Assigns the request to a user and invalidates its code. */
export const bindRequest = (tx: Tx, id: string, userId: string): Promise<unknown> =>
  tx.updateTable('device_requests').set({ user_id: userId, user_code: null }).where('id', '=', id).execute()

/** Locks the user, if one has confirmed, then the request with this device code. */
export async function requestOfDevice(
  tx: Tx,
  deviceCode: string,
  clientId: string,
): Promise<DeviceRequest | undefined> {
  const requests = tx
    .selectFrom('device_requests')
    .selectAll()
    .where('device_code_hash', '=', hashSecret(deviceCode))
    .where('client_id', '=', clientId)
  const found = await requests.executeTakeFirst()
  if (!found || (found.user_id && !(await shareLockUser(tx, found.user_id)))) return undefined
  return requests.forUpdate().executeTakeFirst()
}

export const recordPoll = (tx: Tx, id: string, now: Date): Promise<unknown> =>
  tx.updateTable('device_requests').set({ time_last_polled: now }).where('id', '=', id).execute()

/** Creates the request's token, or gives it a new secret. Returns the secret, of which only the hash is stored. */
export async function issueToken(
  tx: Tx,
  request: DeviceRequest & { user_id: string },
  now: Date,
  timeExpires: Date | null,
): Promise<{ id: string; secret: string; time_expires: Date | null }> {
  const secret = randomSecret()
  const token_hash = hashSecret(secret)
  if (request.token_id) {
    const existing = await tx
      .updateTable('access_tokens')
      .set({ token_hash })
      .where('id', '=', request.token_id)
      .returning('time_expires')
      .executeTakeFirstOrThrow()
    return { id: request.token_id, secret, time_expires: existing.time_expires }
  }
  const id = randomId()
  await tx
    .insertInto('access_tokens')
    .values({
      id,
      token_hash,
      user_id: request.user_id,
      client_id: request.client_id,
      time_created: now,
      time_expires: timeExpires,
    })
    .execute()
  await tx.updateTable('device_requests').set({ token_id: id }).where('id', '=', request.id).execute()
  return { id, secret, time_expires: timeExpires }
}
