import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { ORIGIN, PEER, type Answer, type Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { DEVICE_REQUESTS_A_MINUTE, WRONG_CODES_A_MINUTE } from './sign-in-throttle.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const CLIENT = randomId()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface DeviceRequest {
  device_code: string
  user_code: string
}
const begin = async (fields: object = {}): Promise<DeviceRequest> =>
  (await server.anonymous.ok('device_auth_request', { body: { client_id: CLIENT, ...fields } })) as DeviceRequest
const confirm = async (user: Caller, user_code: string) =>
  (await server.session(user)).call('device_auth_confirm', { body: { user_code } })
const poll = ({ device_code }: DeviceRequest, fields: object = {}) =>
  server.anonymous.call('device_access_token', {
    body: { grant_type: GRANT, device_code, client_id: CLIENT, ...fields },
  })
const refused = (error: string) => ({ status: 400, body: { error, error_description: expect.any(String) } })

/** Creates a request whose code the user confirms. */
async function confirmed(caller: Caller, fields: object = {}): Promise<DeviceRequest> {
  const request = await begin(fields)
  expect((await confirm(caller, request.user_code)).status).toBe(204)
  return request
}
const meStatus = async ({ body }: Answer) =>
  (
    await server.plane.fetch(
      new Request(`${ORIGIN}/v1/me`, { headers: { authorization: `Bearer ${body.access_token}` } }),
      PEER,
    )
  ).status
const tokensOf = async ({ userId }: Caller) =>
  server.db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_id', '=', CLIENT)
    .execute()

async function siloWith(longest: number | null): Promise<{ id: string; user: Caller }> {
  const id = await server.silo(`silo-${randomId()}`)
  await setLongest(id, longest)
  return { id, user: await server.user({}, id) }
}
const setLongest = (siloId: string, longest: number | null) =>
  server.db.updateTable('silos').set({ device_token_max_ttl_seconds: longest }).where('id', '=', siloId).execute()

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

describe('device_access_token', () => {
  it('returns a valid token, of which only a hash is stored', async () => {
    const user = await server.user()
    const request = await confirmed(user)
    const answer = await poll(request)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^skerry-token-[0-9a-f]{40}$/),
        token_type: 'bearer',
        token_id: expect.any(String),
        time_expires: null,
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await meStatus(answer)).toBe(200)
    const rows = await tokensOf(user)
    expect(rows.map(({ id }) => id)).toEqual([answer.body.token_id])
    const secret = answer.body.access_token.slice('skerry-token-'.length)
    for (const row of rows) expect(Buffer.from(row.token_hash).toString('utf8')).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(secret)
    const own = await user.ok('current_user_access_token_list')
    expect(own.items.map(({ id }: { id: string }) => id)).toContain(answer.body.token_id)
  })

  it('returns authorization_pending until confirmed, and slow_down for frequent polls', async () => {
    const user = await server.user()
    const request = await begin()
    expect(await poll(request)).toMatchObject(refused('authorization_pending'))
    server.clock.leap(4_999)
    expect(await poll(request)).toMatchObject(refused('slow_down'))
    server.clock.leap(5_000)
    expect(await poll(request)).toMatchObject(refused('authorization_pending'))
    await confirm(user, request.user_code)
    expect((await poll(request)).status).toBe(200)
  })

  it('returns expired_token once the request has expired', async () => {
    const user = await server.user()
    const [waiting, entered] = [await begin(), await confirmed(user)]
    server.clock.leap(299_999)
    expect((await poll(entered)).status).toBe(200)
    server.clock.leap(1)
    for (const request of [waiting, entered]) expect(await poll(request)).toMatchObject(refused('expired_token'))
    expect(await tokensOf(user)).toHaveLength(1)
    await server.clock.advance(11 * 60_000)
    expect(await server.db.selectFrom('device_requests').select('id').execute()).toEqual([])
    expect(await poll(waiting)).toMatchObject(refused('access_denied'))
  })

  it('refuses unknown codes, other clients, other grants and malformed bodies', async () => {
    const request = await confirmed(await server.user())
    expect(await poll({ ...request, device_code: '0'.repeat(40) })).toMatchObject(refused('access_denied'))
    expect(await poll(request, { client_id: randomId() })).toMatchObject(refused('access_denied'))
    expect(await poll(request, { grant_type: 'password' })).toMatchObject(refused('unsupported_grant_type'))
    for (const malformed of [
      { body: { grant_type: GRANT, device_code: request.device_code } },
      { body: { grant_type: GRANT, device_code: request.device_code, client_id: 'me' } },
      { body: '{}', headers: { 'content-type': 'application/json' } },
      { body: 'device_code=%00' },
    ])
      expect(await server.anonymous.call('device_access_token', malformed)).toMatchObject(refused('invalid_request'))
    expect((await poll(request)).status).toBe(200)
  })

  it('gives the token a new secret on each further poll', async () => {
    const user = await server.user()
    const request = await confirmed(user)
    const [first, second] = [await poll(request), await poll(request)]
    expect(second.body.token_id).toBe(first.body.token_id)
    expect([await meStatus(first), await meStatus(second)]).toEqual([401, 200])
    expect(await tokensOf(user)).toHaveLength(1)
  })

  it('leaves one valid token after concurrent polls', async () => {
    const user = await server.user()
    const request = await confirmed(user)
    const answers = await Promise.all([poll(request), poll(request), poll(request)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const works = await Promise.all(answers.map(meStatus))
    expect(works.toSorted()).toEqual([200, 401, 401])
    expect(await tokensOf(user)).toHaveLength(1)
  })

  it('denies a token after its user or the token was deleted', async () => {
    const [leaver, user] = [await server.user(), await server.user()]
    const [left, stays] = [await confirmed(leaver), await confirmed(user)]
    await server.db.deleteFrom('users').where('id', '=', leaver.userId).execute()
    expect(await poll(left)).toMatchObject(refused('access_denied'))
    const { body } = await poll(stays)
    await user.ok('current_user_access_token_delete', { path: { token_id: body.token_id } })
    expect(await poll(stays)).toMatchObject(refused('access_denied'))
    expect(await tokensOf(user)).toEqual([])
  })

  it('lasts as long as requested, else as long as the silo allows', async () => {
    const { id, user } = await siloWith(null)
    const lifetime = async (request: DeviceRequest) => {
      const { body } = await poll(request)
      return body.time_expires === null ? null : (Date.parse(body.time_expires) - server.clock.now().getTime()) / 1000
    }
    expect(await lifetime(await confirmed(user))).toBeNull()
    expect(await lifetime(await confirmed(user, { ttl_seconds: 60 }))).toBe(60)
    const before = await confirmed(user, { ttl_seconds: 7200 })
    await setLongest(id, 3600)
    expect(await lifetime(await confirmed(user))).toBe(3600)
    expect(await lifetime(await confirmed(user, { ttl_seconds: 60 }))).toBe(60)
    expect(await lifetime(before)).toBe(3600)
  })

  it('issues a token that expires', async () => {
    const answer = await poll(await confirmed(await server.user(), { ttl_seconds: 60 }))
    server.clock.leap(59_999)
    expect(await meStatus(answer)).toBe(200)
    server.clock.leap(1)
    expect(await meStatus(answer)).toBe(401)
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
