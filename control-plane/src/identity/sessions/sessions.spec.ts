import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN, PEER } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const login = (username: string, password: string, silo_name = 'default') =>
  server.anonymous.call('login_local', { path: { silo_name }, body: { username, password } })
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
const me = async (cookie: string) =>
  (await server.plane.fetch(new Request(`${ORIGIN}/v1/me`, { headers: { cookie } }), PEER)).status

/** A user who can sign in with the password `secret`. */
async function localUser(name: string): Promise<void> {
  const { userId } = await server.user()
  await server.db
    .updateTable('users')
    .set({ external_id: name, password_hash: 'plain:secret' })
    .where('id', '=', userId)
    .execute()
}

describe('local login', () => {
  it('returns 204 and a session cookie', async () => {
    const answer = await login('admin', 'correct horse')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^skerry-session-[0-9a-f]{8}=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    )
    expect(await me(cookieOf(answer.headers))).toBe(200)
  })

  it('marks the cookie Secure when the request came over TLS', async () => {
    const request = new Request(`${ORIGIN}/v1/login/default/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"admin","password":"correct horse"}',
    })
    const answer = await server.plane.fetch(request, { remoteAddress: '192.0.2.1', secure: true })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-skerry-session-[0-9a-f]{8}=[0-9a-f]{40}; Path=\/; .*; Secure$/,
    )
  })

  it('stores only a hash of the session', async () => {
    const answer = await login('admin', 'correct horse')
    const secret = cookieOf(answer.headers).split('=')[1]!
    const rows = await server.db.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
    for (const row of rows) expect(Buffer.from(row.token_hash).toString('utf8')).not.toContain(secret)
  })

  it('returns the same 401 for an unknown user and a wrong password', async () => {
    await localUser('somebody')
    const wrong = await login('somebody', 'wrong')
    const unknown = await login('nobody', 'wrong')
    const { request_id: _, ...said } = wrong.body
    const { request_id: __, ...saidToo } = unknown.body
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(said).toEqual(saidToo)
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  it('returns 404 for a silo that does not exist or has no local users, 400 for an invalid name', async () => {
    expect(await login('admin', 'x', 'nowhere')).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: 'not found: silo with name "nowhere"' },
    })
    const saml = await server.silo('saml-only')
    await server.db.updateTable('silos').set({ identity_mode: 'saml_jit' }).where('id', '=', saml).execute()
    expect(await login('admin', 'x', 'saml-only')).toMatchObject({
      status: 404,
      body: { message: 'not found: identity-provider with name "local"' },
    })
    expect((await login('admin', 'x', 'No Silo')).status).toBe(400)
  })
})

describe('sessions', () => {
  it('end after 8 hours without use', async () => {
    const used = cookieOf((await login('admin', 'correct horse')).headers)
    const idle = cookieOf((await login('admin', 'correct horse')).headers)
    server.clock.leap(5 * 3_600_000)
    expect(await me(used)).toBe(200)
    server.clock.leap(4 * 3_600_000)
    expect(await me(used)).toBe(200)
    expect(await me(idle)).toBe(401)
  })

  it('end after 24 hours even when used', async () => {
    const cookie = cookieOf((await login('admin', 'correct horse')).headers)
    for (let hour = 0; hour < 24; hour += 6) {
      expect(await me(cookie)).toBe(200)
      server.clock.leap(6 * 3_600_000)
    }
    expect(await me(cookie)).toBe(401)
  })

  it('end at logout, which always returns 204 and clears the cookie', async () => {
    const cookie = cookieOf((await login('admin', 'correct horse')).headers)
    const out = await server.anonymous.call('logout', { headers: { cookie } })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toBe(`${cookie.split('=')[0]}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`)
    expect(await me(cookie)).toBe(401)
    expect((await server.anonymous.call('logout')).status).toBe(204)
    expect((await server.anonymous.call('logout', { headers: { cookie: 'skerry-session=forged' } })).status).toBe(204)
  })

  it('refuse a login from another site', async () => {
    const answer = await server.anonymous.call('login_local', {
      path: { silo_name: 'default' },
      body: { username: 'admin', password: 'correct horse' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('the audit log', () => {
  const since = async (time: Date) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select(['operation', 'target', 'status'])
        .where('time', '>', time)
        .orderBy('time')
        .execute()
    ).map(({ operation, target, status }) => [operation, target, status])

  it('has successful and failed sign-ins and the ended session, but no password', async () => {
    server.clock.leap(3_600_000)
    const begin = server.clock.now()
    const step = () => server.clock.leap(1)
    step()
    await login('somebody-new', 'guess')
    step()
    const cookie = cookieOf((await login('admin', 'correct horse')).headers)
    const session = await server.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('time_created', 'desc')
      .executeTakeFirstOrThrow()
    step()
    await server.anonymous.call('logout', { headers: { cookie } })
    expect(await since(begin)).toEqual([
      ['login_local', 'somebody-new', 401],
      ['login_local', 'admin', 204],
      ['logout', session.id, 204],
    ])
  })

  it('has no entries for anonymous requests that change nothing', async () => {
    server.clock.leap(3_600_000)
    for (let i = 0; i < 5; i++) await login('besieged-too', 'wrong')
    server.clock.leap(1)
    const begin = server.clock.now()
    server.clock.leap(1)
    expect((await login('besieged-too', 'wrong')).status).toBe(429)
    await server.anonymous.call('logout')
    await server.anonymous.call('project_create', { body: { name: 'theirs', description: '' } })
    await server.anonymous.call('system_policy_view')
    expect(await since(begin)).toEqual([])
  })
})
