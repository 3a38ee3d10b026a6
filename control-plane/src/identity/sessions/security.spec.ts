import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { made, newProject } from '../../compute/instances/instance-fixtures.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { ORIGIN, PEER, type Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** Attacks on sign-in and sessions. */

let server: TestServer
/** All log lines. */
let logged = ''
/** The arguments of every password verification. */
let compared: (string | null)[] = []
beforeAll(async () => {
  server = await startTestServer({
    log: (...line) => (logged += JSON.stringify(line, (_, value) => (value instanceof Error ? value.stack : value))),
  })
  const { services } = server.plane
  const { passwords } = services
  services.passwords = {
    ...passwords,
    verify(stored, password) {
      compared.push(stored)
      return passwords.verify(stored, password)
    },
  }
})
afterAll(() => server.close())
beforeEach(() => {
  compared = []
})

const login = (username: string, password: string, headers: Record<string, string> = {}, silo_name = 'default') =>
  server.anonymous.call('login_local', { path: { silo_name }, body: { username, password }, headers })
const cookieOf = (headers: Headers) => headers.get('set-cookie')!.split(';')[0]!
const me = async (headers: Record<string, string>) =>
  (await server.plane.fetch(new Request(`${ORIGIN}/v1/me`, { headers }), PEER)).status

let people = 0
/** A new user of the default silo with that password. */
async function person(password: string): Promise<{ id: string; name: string }> {
  const name = `person-${people++}`
  const body = { external_id: name, password: { mode: 'password', value: password } }
  const { id } = await server.admin.ok('local_idp_user_create', { query: { silo: 'default' }, body })
  return { id, name }
}

/** Runs a complete device login. Returns the token. */
async function deviceLogin(confirm: Caller['call'], ttl_seconds?: number): Promise<{ token: string; id: string }> {
  const client_id = randomId()
  const request = await server.anonymous.ok('device_auth_request', {
    body: { client_id, ...(ttl_seconds !== undefined && { ttl_seconds }) },
  })
  const { status } = await confirm('device_auth_confirm', { body: { user_code: request.user_code } })
  expect(status).toBe(204)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const body = { grant_type, device_code: request.device_code, client_id }
  const { access_token, token_id } = await server.anonymous.ok('device_access_token', { body })
  return { token: access_token, id: token_id }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a session cookie that an attacker knows', () => {
  it('is not reused at sign-in', async () => {
    const planted = 'a'.repeat(40)
    const answer = await login('admin', 'correct horse', { cookie: `skerry-session=${planted}` })
    expect(answer.status).toBe(204)
    expect(cookieOf(answer.headers)).not.toContain(planted)
    expect(await me({ cookie: `skerry-session=${planted}` })).toBe(401)
    expect(await me({ cookie: cookieOf(answer.headers) })).toBe(200)
  })

  it('of one user is not reused for another', async () => {
    const { id, name } = await person('mine')
    const theirs = cookieOf((await login('admin', 'correct horse')).headers)
    const own = cookieOf((await login(name, 'mine', { cookie: theirs })).headers)
    expect(own).not.toBe(theirs)
    const whose = async (cookie: string) =>
      (await server.anonymous.ok('current_user_view', { headers: { cookie } })).id as string
    expect([await whose(theirs), await whose(own)]).toEqual([server.admin.userId, id])
  })
})

describe('another site', () => {
  it.each<[string, Record<string, string>]>([
    ['by its origin', { origin: 'https://elsewhere.example' }],
    ['by the origin of a sandboxed frame', { origin: 'null' }],
    ['by a name that begins like ours', { origin: `${ORIGIN}.elsewhere.example` }],
    ['by another port of our host', { origin: `${ORIGIN}:8443` }],
    ['by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['on a sibling host', { 'sec-fetch-site': 'same-site' }],
  ])('can neither write with a cookie nor sign a user in: %s', async (_, headers) => {
    const cookie = cookieOf((await login('admin', 'correct horse')).headers)
    const body = { name: `forged-${randomId()}`, description: '' }
    const write = await server.anonymous.call('project_create', { body, headers: { cookie, ...headers } })
    expect(write.status).toBe(403)
    expect((await login('admin', 'correct horse', headers)).status).toBe(403)
    const user = { path: { user_id: server.admin.userId }, query: { silo: 'default' } }
    const password = { mode: 'password', value: 'theirs' }
    const set = { ...user, body: password, headers: { cookie, ...headers } }
    expect((await server.anonymous.call('local_idp_user_set_password', set)).status).toBe(403)
    expect((await server.anonymous.call('logout', { headers: { cookie, ...headers } })).status).toBe(403)
    expect(await me({ cookie })).toBe(200)
  })

  it('cannot send JSON with the content type of a form', async () => {
    const cookie = cookieOf((await login('admin', 'correct horse')).headers)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const request = { body: '{"name":"forged","description":""}', headers: { cookie, 'content-type': type } }
      expect((await server.anonymous.call('project_create', request)).status).toBe(400)
    }
  })
})

describe('user enumeration', () => {
  it('a password is verified for unknown users too', async () => {
    const { name } = await person('secret')
    await server.admin.ok('local_idp_user_create', {
      query: { silo: 'default' },
      body: { external_id: 'no-sign-in', password: { mode: 'login_disallowed' } },
    })
    const responses = []
    for (const username of [name, 'no-sign-in', 'nobody-there']) {
      const { status, body } = await login(username, 'wrong')
      responses.push({ status, message: body.message, error_code: body.error_code })
    }
    expect(new Set(responses.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(responses[0]!.status).toBe(401)
    expect(compared).toEqual([expect.any(String), null, null])
  })

  it('a silo reveals nothing of another', async () => {
    await server.silo('next-door')
    expect((await login('admin', 'correct horse', {}, 'next-door')).status).toBe(401)
  })
})

describe('a credential that becomes invalid while in use', () => {
  it('returns 401 after logout, revocation, expiry, password change and user deletion', async () => {
    const { id, name } = await person('secret')
    const query = { silo: 'default' }
    const session = () => login(name, 'secret').then(({ headers }) => ({ cookie: cookieOf(headers) }))
    const [signedOut, kept] = [await session(), await session()]
    const withCookie: Caller['call'] = (operation, request) =>
      server.anonymous.call(operation, { ...request, headers: kept })
    const [brief, givenBack, other] = [
      await deviceLogin(withCookie, 60),
      await deviceLogin(withCookie),
      await deviceLogin(withCookie),
    ]
    const all = [signedOut, kept, ...[brief, givenBack, other].map(({ token }) => bearer(token))]
    const now = () => Promise.all(all.map(me))
    expect(await now()).toEqual([200, 200, 200, 200, 200])
    await server.anonymous.ok('logout', { headers: signedOut })
    expect(await now()).toEqual([401, 200, 200, 200, 200])
    server.clock.leap(60_000)
    expect(await now()).toEqual([401, 200, 401, 200, 200])
    await withCookie('current_user_access_token_delete', { path: { token_id: givenBack.id } })
    expect(await now()).toEqual([401, 200, 401, 401, 200])
    const body = { mode: 'password', value: 'another' }
    await server.admin.ok('local_idp_user_set_password', { path: { user_id: id }, query, body })
    expect(await now()).toEqual([401, 401, 401, 401, 200])
    await server.admin.ok('local_idp_user_delete', { path: { user_id: id }, query })
    expect(await now()).toEqual([401, 401, 401, 401, 401])
  })

  it.each<[string, (user: { id: string }, token: { id: string }) => Promise<unknown>]>([
    ['is deleted', async (_, { id }) => server.db.deleteFrom('access_tokens').where('id', '=', id).execute()],
    ['expires', async () => server.clock.leap(3_600_000)],
    [
      'goes with its user',
      ({ id }) => server.admin.ok('local_idp_user_delete', { path: { user_id: id }, query: { silo: 'default' } }),
    ],
  ])('closes its serial console within seconds: a token that %s', async (_, end) => {
    const project = await newProject(server)
    const instance = await made(server, project)
    expect(instance.run_state).toBe('running')
    const user = await person('secret')
    await server.db
      .insertInto('role_assignments')
      .values({
        level: 'project',
        resource_id: project,
        identity_type: 'silo_user',
        identity_id: user.id,
        role: 'collaborator',
      })
      .execute()
    const session = { cookie: cookieOf((await login(user.name, 'secret')).headers) }
    const token = await deviceLogin(
      (operation, request) => server.anonymous.call(operation, { ...request, headers: session }),
      3600,
    )
    const closed = Promise.withResolvers<[number, string]>()
    await server.plane.fetch(
      new Request(`${ORIGIN}/v1/instances/${instance.id}/serial-console/stream`, { headers: bearer(token.token) }),
      {
        ...PEER,
        duplex: (join) => void join({ send: async () => {}, close: (code, reason) => closed.resolve([code, reason]) }),
      },
    )
    await server.clock.advance(5_000)
    await end(user, token)
    await server.clock.advance(5_000)
    expect(await closed.promise).toEqual([1011, 'credentials missing or invalid'])
  })
})

it('neither the log nor the audit log contains passwords, sessions, tokens or codes', async () => {
  logged = ''
  const secrets = ['first password', 'second password', 'mistyped password']
  const { id, name } = await person(secrets[0]!)
  await login(name, secrets[2]!)
  const cookie = cookieOf((await login(name, secrets[0]!)).headers)
  const call: Caller['call'] = (operation, request) =>
    server.anonymous.call(operation, { ...request, headers: { cookie } })
  const { token } = await deviceLogin(call)
  await me(bearer(token))
  await me(bearer(`${token.slice(0, -1)}x`))
  const body = { mode: 'password', value: secrets[1]! }
  expect(
    (await call('local_idp_user_set_password', { path: { user_id: id }, query: { silo: 'default' }, body })).status,
  ).toBe(204)
  // A database error is logged with its cause.
  await server.anonymous.call('login_local', { path: { silo_name: 'default' }, body: `{"password":"${secrets[1]}"` })
  await call('logout', {})
  secrets.push(cookie.split('=')[1]!, token, token.slice('skerry-token-'.length))
  const audit = JSON.stringify(await server.db.selectFrom('audit_log').selectAll().execute())
  expect(logged).toContain('local_idp_user_set_password')
  expect(audit).toContain(name)
  expect(secrets.filter((secret) => logged.includes(secret) || audit.includes(secret))).toEqual([])
})

it('the audit log has the user of each sign-in, successful or not', async () => {
  const { id, name } = await person('secret')
  await login(name, 'wrong')
  server.clock.leap(1)
  await login(name, 'secret')
  const rows = await server.db
    .selectFrom('audit_log')
    .select(['operation', 'actor_id', 'silo_id', 'status', 'source_address'])
    .where('target', '=', name)
    .orderBy('time')
    .execute()
  const attempt = { operation: 'login_local', silo_id: server.siloId, source_address: '192.0.2.1' }
  expect(rows).toEqual([
    { ...attempt, actor_id: null, status: 401 },
    { ...attempt, actor_id: id, status: 204 },
  ])
})
