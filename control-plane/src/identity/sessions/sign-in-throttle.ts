import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../clock/durations.ts'
import { type ClientAddress, PAGE } from '../../kernel/access/client-address.ts'
import type { Db, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { tooManyRequests } from '../../kernel/http/errors.ts'
import { ago } from '../../kernel/values/time.ts'

const MAX_BLOCK_MINUTES = 15

/** Attempts per minute from one address, at one account or at all; beyond, it is blocked. */
export const ATTEMPTS_A_MINUTE = { accountFromAddress: 5, address: 30 }
/** Device login requests per minute from one address; beyond, it is blocked. */
export const DEVICE_REQUESTS_A_MINUTE = 30
/** Wrong device codes per minute of a user; beyond, the user is blocked. */
export const WRONG_CODES_A_MINUTE = 10
/** Failures per hour at one account from all addresses; beyond, only addresses of its earlier sign-ins may try. */
export const FAILURES_AN_HOUR = 100
export const ADDRESS_KNOWN_MS = 30 * 24 * HOUR_MS

/** An attempt to sign in. Unknown accounts are counted like existing ones. */
export interface SignInAttempt {
  siloId: string
  username: string
  remoteAddress: ClientAddress
}

/**
 * Counts an attempt to sign in. Call it before the password is verified, so that a burst gets no extra guesses.
 * Each count is one statement, which PostgreSQL serializes by the row lock.
 * @throws 429
 */
export async function countAttempt(db: Db, attempt: SignInAttempt, now: Date): Promise<void> {
  const counts = countsOf(attempt)
  await countAtAddress(db, attempt.remoteAddress, now)
  await countOrBlock(db, counts.accountFromAddress, ATTEMPTS_A_MINUTE.accountFromAddress, now)
  await countAtAccount(db, counts.account, await isKnownAddress(db, attempt, now), now)
}

/** Counts an attempt from an address whose account is not known yet. @throws 429 */
export async function countAtAddress(db: Db, remoteAddress: ClientAddress, now: Date): Promise<void> {
  const count = countOfAddress(remoteAddress)
  if (count) await countOrBlock(db, count, ATTEMPTS_A_MINUTE.address, now)
}

/** Counts a device login request. @throws 429 */
export async function countDeviceRequest(db: Db, remoteAddress: ClientAddress, now: Date): Promise<void> {
  if (remoteAddress === PAGE) return
  const count = countOf('device', `device ${networkOf(remoteAddress)}`)
  await countOrBlock(db, count, DEVICE_REQUESTS_A_MINUTE, now, 'requests for a code')
}

/** Counts a device code that a user enters, since a guess could match any pending request. @throws 429 */
export const countUserCode = (db: Db, userId: string, now: Date): Promise<void> =>
  countOrBlock(db, userCodeCount(userId), WRONG_CODES_A_MINUTE, now, 'wrong codes')

/** Subtracts the count of a correct code. */
export const forgiveUserCode = (tx: Tx, userId: string): Promise<unknown> => decrement(tx, userCodeCount(userId))

const userCodeCount = (userId: string) => countOf('user_code', `user code ${userId}`)

/** Subtracts the counts of a successful attempt and stores its address. */
export async function forgiveAttempt(tx: Tx, attempt: SignInAttempt, userId: string, now: Date): Promise<void> {
  const counts = countsOf(attempt)
  await forgiveAtAddress(tx, attempt.remoteAddress)
  await tx.deleteFrom('sign_in_attempts').where('key', '=', counts.accountFromAddress.key).execute()
  await decrement(tx, counts.account)
  await tx
    .insertInto('sign_in_addresses')
    .values({ user_id: userId, address: networkOf(attempt.remoteAddress), time_last_success: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ time_last_success: now }))
    .execute()
}

/** Subtracts the count of a successful attempt that was counted with `countAtAddress`. */
export async function forgiveAtAddress(tx: Tx, remoteAddress: ClientAddress): Promise<void> {
  const count = countOfAddress(remoteAddress)
  if (count) await decrement(tx, count)
}

/** Deletes the failure count of an account. */
export const forgiveAccount = (tx: Tx, siloId: string, username: string): Promise<unknown> =>
  tx.deleteFrom('sign_in_attempts').where('key', '=', accountCount(siloId, username).key).execute()

const decrement = (tx: Tx, { key }: Count): Promise<unknown> =>
  tx
    .updateTable('sign_in_attempts')
    .set({ attempts: sql`attempts - 1` })
    .where('key', '=', key)
    // Beyond the limit attempts are no longer counted, so there is nothing to subtract.
    .where((eb) => eb.between('attempts', 1, FAILURES_AN_HOUR))
    .execute()

/** Blocks a key at its limit for 1 minute, then 2, 4 … up to 15. It restarts after an hour without attempts. */
async function countOrBlock(
  db: Db,
  { kind, key }: Count,
  limit: number,
  now: Date,
  what: Counted = 'failed sign-ins',
): Promise<void> {
  const blocked = sql<boolean>`coalesce(a.blocked_until > ${now}, false)`
  const windowOver = sql<boolean>`a.window_start <= ${ago(now, MINUTE_MS)}`
  const blockMinutes = sql`least(power(2, least(a.strikes, 10))::int, ${MAX_BLOCK_MINUTES})`
  const { rows } = await sql<{ blocked_until: Date | null }>`
    insert into sign_in_attempts as a (kind, key, attempts, window_start) values (${kind}, ${key}, 1, ${now})
    on conflict (key) do update set
      attempts = case when ${blocked} then a.attempts when ${windowOver} then 1 else a.attempts + 1 end,
      window_start = case when not ${blocked} and ${windowOver} then ${now} else a.window_start end,
      strikes = case
        when ${blocked} then a.strikes
        when a.window_start <= ${ago(now, HOUR_MS)} then 0
        when not ${windowOver} and a.attempts >= ${limit} then a.strikes + 1
        else a.strikes end,
      blocked_until = case
        when ${blocked} or ${windowOver} or a.attempts < ${limit} then a.blocked_until
        else ${now}::timestamptz + ${blockMinutes} * interval '1 minute' end
    returning blocked_until`.execute(db)
  const until = rows[0]?.blocked_until
  if (until && until > now) throw refusal(what, until.getTime() - now.getTime())
}

/** Counts up to one beyond the limit, where the count stays until the hour is over. */
async function countAtAccount(db: Db, { kind, key }: Count, known: boolean, now: Date): Promise<void> {
  const windowOver = sql<boolean>`a.window_start <= ${ago(now, HOUR_MS)}`
  const { rows } = await sql<{ attempts: number; window_start: Date }>`
    insert into sign_in_attempts as a (kind, key, attempts, window_start) values (${kind}, ${key}, 1, ${now})
    on conflict (key) do update set
      attempts = case when ${windowOver} then 1 else least(a.attempts + 1, ${FAILURES_AN_HOUR + 1}) end,
      window_start = case when ${windowOver} then ${now} else a.window_start end
    returning attempts, window_start`.execute(db)
  const { attempts, window_start } = rows[0]!
  if (attempts > FAILURES_AN_HOUR && !known)
    throw refusal('failed sign-ins', window_start.getTime() + HOUR_MS - now.getTime())
}

async function isKnownAddress(db: Db, { siloId, username, remoteAddress }: SignInAttempt, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_addresses')
    .innerJoin('users', 'users.id', 'sign_in_addresses.user_id')
    .select('address')
    .where('users.silo_id', '=', siloId)
    .where('users.external_id', '=', username)
    .where('address', '=', networkOf(remoteAddress))
    .where('time_last_success', '>', ago(now, ADDRESS_KNOWN_MS))
    .executeTakeFirst()
  return found !== undefined
}

function countsOf({ siloId, username, remoteAddress }: SignInAttempt) {
  const from = `account ${siloId} ${username} from ${networkOf(remoteAddress)}`
  return { accountFromAddress: countOf('account_from_address', from), account: accountCount(siloId, username) }
}

const accountCount = (siloId: string, username: string): Count => countOf('account', `account ${siloId} ${username}`)

function countOfAddress(remoteAddress: ClientAddress): Count | undefined {
  return remoteAddress === PAGE ? undefined : countOf('address', `address ${networkOf(remoteAddress)}`)
}

/** The network of one subscriber: an IPv4 address, or an IPv6 /64; empty without a network. @throws for no address */
export function networkOf(remoteAddress: ClientAddress): string {
  if (remoteAddress === PAGE) return ''
  const address = ipaddr.process(remoteAddress)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`
}

/** Key of a row: the kind, and a hash of the address or account. */
type Count = Pick<Row<'sign_in_attempts'>, 'kind' | 'key'>
const countOf = (kind: Count['kind'], text: string): Count => ({ kind, key: sha256(utf8ToBytes(text)) })
type Counted = 'failed sign-ins' | 'requests for a code' | 'wrong codes'

function refusal(what: Counted, waitMs: number) {
  const seconds = Math.min(Math.max(Math.ceil(waitMs / 1000), 60), MAX_BLOCK_MINUTES * 60)
  return tooManyRequests(`too many ${what}: try again in ${Math.ceil(seconds / 60)} min`, seconds)
}
