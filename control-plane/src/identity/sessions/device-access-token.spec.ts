import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { GRANT, refused, deviceLogins, type DeviceRequest } from './device-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { begin, confirm, poll, confirmed, tokensOf, siloWith, setLongest, meStatus } = deviceLogins(() => server)

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
