import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ORIGIN } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { dropSignInAttempts } from './sign-in-attempts.repo.ts'
import { ATTEMPTS_A_MINUTE, FAILURES_AN_HOUR } from './sign-in-throttle.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
/** Passwords that were verified. */
let checked = 0
beforeAll(async () => {
  server = await startTestServer()
  const { services } = server.plane
  const { passwords } = services
  services.passwords = {
    ...passwords,
    verify(stored, password) {
      checked++
      return passwords.verify(stored, password)
    },
  }
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.leap(2 * HOUR_MS)
  checked = 0
})

/** An address that no other test signs in from. */
let addresses = 0
const newAddress = () => `198.51.${addresses >> 8}.${addresses++ & 255}`

async function login(username: string, password: string, remoteAddress: string) {
  const answer = await server.plane.fetch(
    new Request(`${ORIGIN}/v1/login/default/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    }),
    { remoteAddress },
  )
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after')),
    body: await answer.json().catch(() => ''),
  }
}
const statuses = async (logins: Promise<{ status: number }>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(logins)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** A user who can sign in with the password `secret`. */
async function localUser(name: string): Promise<void> {
  const { userId } = await server.user()
  await server.db
    .updateTable('users')
    .set({ external_id: name, password_hash: 'plain:secret' })
    .where('id', '=', userId)
    .execute()
}

it('verifies five passwords of a burst, whether or not the account exists', async () => {
  await localUser('besieged')
  for (const name of ['besieged', 'nobody-at-all']) {
    checked = 0
    const address = newAddress()
    const guesses = times(60, (i) => login(name, i === 59 ? 'secret' : `wrong-${i}`, address))
    expect(await statuses(guesses)).toEqual({ 401: 5, 429: 55 })
    expect(checked).toBe(5)
  }
})

it('refuses the correct password too beyond the limit, with Retry-After', async () => {
  await localUser('forgetful')
  const address = newAddress()
  for (let i = 0; i < ATTEMPTS_A_MINUTE.accountFromAddress; i++)
    expect((await login('forgetful', 'wrong', address)).status).toBe(401)
  const refused = await login('forgetful', 'secret', address)
  expect(refused).toMatchObject({ status: 429, retryAfter: 60, body: { error_code: 'TooManyRequests' } })
  expect((await login('forgetful', 'secret', newAddress())).status).toBe(204)
  server.clock.leap(59_000)
  expect((await login('forgetful', 'secret', address)).status).toBe(429)
  server.clock.leap(1_000)
  expect((await login('forgetful', 'secret', address)).status).toBe(204)
})

it('doubles the block after further attempts, up to 15 minutes', async () => {
  const address = newAddress()
  const waits: number[] = []
  for (let round = 0; round < 6; round++) {
    let answer = await login('persistent', 'wrong', address)
    while (answer.status === 401) answer = await login('persistent', 'wrong', address)
    waits.push(answer.retryAfter / 60)
    server.clock.leap(answer.retryAfter * 1000)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15])
})

it('allows 30 attempts per IPv4 address or IPv6 /64', async () => {
  const address = newAddress()
  expect(await statuses(times(40, (i) => login(`guess-${i}`, 'wrong', address)))).toEqual({ 401: 30, 429: 10 })
  const host = (i: number) => `2001:db8:1:2:${i.toString(16)}::1`
  expect(await statuses(times(40, (i) => login(`guess-${i}`, 'wrong', host(i))))).toEqual({ 401: 30, 429: 10 })
  expect((await login('guess-0', 'wrong', '2001:db8:1:3::1')).status).toBe(401)
  expect((await login('guess-0', 'wrong', `::ffff:${address}`)).status).toBe(429)
})

it('does not count successful attempts', async () => {
  const address = newAddress()
  for (let i = 0; i < 40; i++) expect((await login('admin', 'correct horse', address)).status).toBe(204)
})

it('never blocks addresses of recent sign-ins for guesses from elsewhere', async () => {
  await localUser('targeted')
  const [home, former] = [newAddress(), newAddress()]
  expect((await login('targeted', 'secret', former)).status).toBe(204)
  server.clock.leap(31 * DAY_MS)
  expect((await login('targeted', 'secret', home)).status).toBe(204)
  server.clock.leap(DAY_MS)

  for (const name of ['targeted', 'not-there']) {
    const guesses = times(FAILURES_AN_HOUR + 20, () => login(name, 'wrong', newAddress()))
    expect(await statuses(guesses)).toEqual({ 401: FAILURES_AN_HOUR, 429: 20 })
    const refused = await login(name, 'secret', newAddress())
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBe(15 * 60)
  }
  expect((await login('targeted', 'secret', former)).status).toBe(429)
  expect((await login('targeted', 'wrong', home)).status).toBe(401)
  expect((await login('targeted', 'secret', home)).status).toBe(204)
  server.clock.leap(HOUR_MS)
  expect((await login('targeted', 'secret', newAddress())).status).toBe(204)
})

it('keeps blocking counts and those of other kinds when many are deleted', async () => {
  await localUser('flooded')
  const address = newAddress()
  for (let i = 0; i <= ATTEMPTS_A_MINUTE.accountFromAddress; i++) await login('flooded', `wrong-${i}`, address)
  expect((await login('flooded', 'secret', address)).status).toBe(429)
  const other = newAddress()
  for (let i = 1; i < ATTEMPTS_A_MINUTE.accountFromAddress; i++) await login('flooded', `wrong-${i}`, other)

  server.clock.leap(1000)
  const now = server.clock.now()
  for (const kind of ['address', 'account', 'account_from_address', 'device'])
    await sql`
      insert into sign_in_attempts (kind, key, attempts, window_start)
      select ${kind}, sha256(convert_to(${kind} || i, 'utf8')), 1, ${now} from generate_series(1, 15000) i`.execute(
      server.db,
    )
  await dropSignInAttempts(server.db, now, new AbortController().signal, 1000)

  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from sign_in_attempts group by kind order by kind`.execute(server.db)
  for (const { count } of rows) expect(count).toBeLessThan(1010)
  expect((await login('flooded', 'secret', address)).status).toBe(429)
  // The count for the other address continues.
  expect((await login('flooded', 'wrong', other)).status).toBe(401)
  expect((await login('flooded', 'secret', other)).status).toBe(429)
})
