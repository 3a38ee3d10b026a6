import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN, PEER } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { CLIENT, refused, deviceLogins } from './device-fixtures.ts'
import { DEVICE_REQUESTS_A_MINUTE, WRONG_CODES_A_MINUTE } from './sign-in-throttle.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { begin, confirm, poll, confirmed, tokensOf, siloWith } = deviceLogins(() => server)

describe('device_auth_request', () => {
  it('returns both codes and the verification URI', async () => {
    const answer = await server.anonymous.call('device_auth_request', { body: { client_id: CLIENT } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      device_code: expect.stringMatching(/^[0-9a-f]{40}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{5}$/),
      verification_uri: `${ORIGIN}/device/verify`,
      expires_in: 300,
      interval: 5,
    })
  })

  it('uses the host of the request in the verification URI', async () => {
    const request = new Request(`${ORIGIN}/device/auth`, {
      method: 'POST',
      headers: { host: 'cloud.example:8443' },
      body: new URLSearchParams({ client_id: CLIENT }),
    })
    const answer = await server.plane.fetch(request, { ...PEER, secure: true })
    expect(((await answer.json()) as { verification_uri: string }).verification_uri).toBe(
      'https://cloud.example:8443/device/verify',
    )
  })

  it('stores only a hash of the device code', async () => {
    const { device_code } = await begin()
    const rows = await server.db.selectFrom('device_requests').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(device_code)
    for (const row of rows) expect(Buffer.from(row.device_code_hash).toString('utf8')).not.toContain(device_code)
  })

  it('limits the codes per minute of an address', async () => {
    const ask = async (remoteAddress: string) => {
      const body = new URLSearchParams({ client_id: CLIENT })
      return server.plane.fetch(new Request(`${ORIGIN}/device/auth`, { method: 'POST', body }), { remoteAddress })
    }
    for (let count = 1; count <= DEVICE_REQUESTS_A_MINUTE; count++)
      expect((await ask('2001:db8::1')).status, `${count}`).toBe(200)
    const refusal = await ask('2001:db8::2')
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers.get('retry-after'))).toBe(60)
    expect(await refusal.json()).toMatchObject({
      error_description: 'too many requests for a code: try again in 1 min',
    })
    expect((await ask('2001:db8:0:1::1')).status).toBe(200)
    server.clock.leap(60_001)
    expect((await ask('2001:db8::2')).status).toBe(200)
  })

  it('refuses JSON and invalid fields with OAuth error codes', async () => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ client_id: CLIENT }) }
    for (const request of [
      json,
      { body: {} },
      { body: { client_id: 'no-uuid' } },
      { body: { client_id: CLIENT, ttl_seconds: 0 } },
      { body: { client_id: CLIENT, ttl_seconds: 'soon' } },
    ])
      expect(await server.anonymous.call('device_auth_request', request)).toMatchObject(refused('invalid_request'))
  })
})

describe('device_auth_confirm', () => {
  it('accepts lower case, spaces and hyphens', async () => {
    const user = await server.user()
    const typed = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.replace('-', ' ')} `,
    ]
    for (const type of typed) expect((await confirm(user, type((await begin()).user_code))).status).toBe(204)
  })

  it('accepts a session only: a token could renew itself', async () => {
    const user = await server.user()
    const request = await begin()
    expect((await user.call('device_auth_confirm', { body: { user_code: request.user_code } })).status).toBe(403)
    expect(await poll(request)).toMatchObject(refused('authorization_pending'))
    expect((await confirm(user, request.user_code)).status).toBe(204)
  })

  it('limits the wrong codes per minute of a user; then the correct one is refused too', async () => {
    const [user, other] = [await server.user(), await server.user()]
    for (let count = 1; count <= WRONG_CODES_A_MINUTE; count++) {
      expect((await confirm(user, (await begin()).user_code)).status).toBe(204)
      expect((await confirm(user, 'BCD-FGHJK')).status, `${count}`).toBe(404)
    }
    const { user_code } = await begin()
    const refusal = await confirm(user, user_code)
    expect(refusal).toMatchObject({
      status: 429,
      body: { error_code: 'TooManyRequests', message: 'too many wrong codes: try again in 1 min' },
    })
    expect(refusal.headers.get('retry-after')).toBe('60')
    expect((await confirm(other, user_code)).status).toBe(204)
    server.clock.leap(60_001)
    expect((await confirm(user, (await begin()).user_code)).status).toBe(204)
  })

  it('repeats only a limited part of a wrong code in the error', async () => {
    const user = await server.user()
    expect(await confirm(user, 'x'.repeat(100_000))).toMatchObject({
      status: 404,
      body: { message: `not found: device-auth-request with name "${'x'.repeat(32)}"` },
    })
    for (const odd of ['', '-', 'ä', '☃']) expect((await confirm(user, odd)).status).toBe(404)
  })

  it('accepts a code once', async () => {
    const [user, other] = [await server.user(), await server.user()]
    const { user_code } = await confirmed(user)
    for (const caller of [user, other])
      expect(await confirm(caller, user_code)).toMatchObject({
        status: 404,
        body: {
          error_code: 'ObjectNotFound',
          message: `not found: device-auth-request with name "${user_code}"`,
        },
      })
  })

  it('assigns the request to one user when two confirm it concurrently', async () => {
    const users = [await server.user(), await server.user()]
    const request = await begin()
    const answers = await Promise.all(users.map((user) => confirm(user, request.user_code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect((await poll(request)).status).toBe(200)
    const counts = await Promise.all(users.map(async (user) => (await tokensOf(user)).length))
    expect(counts).toEqual(answers.map(({ status }) => (status === 204 ? 1 : 0)))
  })

  it('refuses an expired code', async () => {
    const user = await server.user()
    const { user_code } = await begin()
    server.clock.leap(300_000)
    expect(await confirm(user, user_code)).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
  })

  it('refuses a longer lifetime than the silo allows, on confirmation only', async () => {
    const { user } = await siloWith(3600)
    const tooLong = await begin({ ttl_seconds: 3601 })
    expect(await confirm(user, tooLong.user_code)).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: expect.stringContaining('3600 s') },
    })
    expect(await poll(tooLong)).toMatchObject(refused('authorization_pending'))
    await confirmed(user, { ttl_seconds: 3600 })
  })

  it('requires a session and the same origin', async () => {
    const { user_code } = await begin()
    expect((await server.anonymous.call('device_auth_confirm', { body: { user_code } })).status).toBe(401)
    const user = await server.user()
    expect((await user.call('device_auth_confirm', { body: {} })).status).toBe(400)
    const signedIn = await server.anonymous.call('login_local', {
      path: { silo_name: 'default' },
      body: { username: 'admin', password: 'correct horse' },
    })
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    for (const headers of [
      { cookie, origin: 'https://elsewhere.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await server.anonymous.call('device_auth_confirm', { body: { user_code }, headers })).status).toBe(403)
    const own = { cookie, origin: ORIGIN }
    expect((await server.anonymous.call('device_auth_confirm', { body: { user_code }, headers: own })).status).toBe(204)
  })
})

describe('the audit log', () => {
  it('has the confirmation and each issued token with its user, but no unsuccessful polls', async () => {
    const user = await server.user()
    const request = await begin()
    server.clock.leap(1)
    const since = server.clock.now()
    server.clock.leap(1)
    await poll(request)
    await confirm(user, request.user_code)
    server.clock.leap(1)
    const { body } = await poll(request)
    await poll({ ...request, device_code: 'guessed' })
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['operation', 'actor_id', 'silo_id', 'target', 'status'])
      .where('time', '>', since)
      .orderBy('time')
      .execute()
    const who = { actor_id: user.userId, silo_id: server.siloId }
    expect(rows).toEqual([
      { operation: 'device_auth_confirm', ...who, target: expect.any(String), status: 204 },
      { operation: 'device_access_token', ...who, target: body.token_id, status: 200 },
    ])
  })
})
