import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import { ORIGIN, PEER, type Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Caller
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.user({ silo: 'collaborator' })
})
afterAll(() => server.close())

const send = (path: string, init?: RequestInit) => server.plane.fetch(new Request(new URL(path, ORIGIN), init), PEER)
const json = { 'content-type': 'application/json' }

describe('credentials', () => {
  const me = (headers: Record<string, string>) => send('/v1/me', { headers })

  it.each([
    ['a forged cookie', { cookie: `skerry-session=${'0'.repeat(40)}` }],
    ['a malformed cookie', { cookie: 'skerry-session=abc' }],
    ['a forged token', { authorization: `Bearer skerry-token-${'0'.repeat(40)}` }],
    ['an unknown prefix', { authorization: `Bearer other-token-${'0'.repeat(40)}` }],
    ['another scheme', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('refuses %s with the same 401', async (_, headers) => {
    const answer = await me(headers)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'credentials missing or invalid' })
  })

  it('takes a token before cookies, and ignores credentials that are for a proxy', async () => {
    const user = await server.user()
    const cookie = `skerry-session=${await createSession(server.db, user.userId, server.clock.now())}`
    for (const other of ['skerry-session=abc', `skerry-session=${'0'.repeat(40)}`, cookie])
      expect((await server.admin.ok('current_user_view', { headers: { cookie: other } })).id).toBe(server.admin.userId)
    for (const authorization of ['Basic YWRtaW46YWRtaW4=', 'Bearer eyJhbGciOiJub25lIn0.e30.'])
      expect((await me({ cookie, authorization })).status).toBe(200)
    expect((await me({ cookie, authorization: `Bearer skerry-token-${'0'.repeat(40)}` })).status).toBe(401)
  })

  describe('in cookies', () => {
    let secret: string
    beforeAll(async () => (secret = await createSession(server.db, owner.userId, server.clock.now())))
    const over = async (secure: boolean, cookie: string) => {
      const request = new Request(new URL('/v1/me', ORIGIN), { headers: { cookie } })
      return (await server.plane.fetch(request, { ...PEER, secure })).status
    }
    const zeros = '0'.repeat(40)

    it.each([
      ['of other applications', (name: string) => `session=x; ${name}=${secret}; session=y`],
      ['of the same name, first', (name: string) => `${name}=x; ${name}=${zeros}; ${name}=${secret}`],
      ['of the same name, last', (name: string) => `${name}=${secret}; ${name}=${zeros}`],
      ['of other installations', (name: string) => `${name}-00000000=${zeros}; ${name}-0123abcd=${secret}`],
      ['that look alike', (name: string) => `x${name}=${zeros};${name}x=${zeros};${name}=${secret}`],
    ])('finds the session beside cookies %s', async (_, cookies) => {
      expect(await over(false, cookies('skerry-session'))).toBe(200)
      expect(await over(true, cookies('__Host-skerry-session'))).toBe(200)
    })

    it('over TLS is only in those that no other host can set, and the two kinds do not hide each other', async () => {
      const [plain, host] = ['skerry-session', '__Host-skerry-session']
      expect(await over(true, `${plain}=${secret}`)).toBe(401)
      expect(await over(false, `${host}=${secret}`)).toBe(401)
      expect(await over(false, `${host}=${zeros}; ${plain}=${secret}`)).toBe(200)
      expect(await over(true, `${plain}=${zeros}; ${host}=${secret}`)).toBe(200)
    })

    it('is sought in a few of them only', async () => {
      const many = Array.from({ length: 300 }, (_, n) => `skerry-session=${String(n).padStart(40, '0')}`).join('; ')
      expect(await over(false, `${many}; skerry-session=${secret}`)).toBe(401)
    })

    it('ends at logout in each', async () => {
      const other = await createSession(server.db, owner.userId, server.clock.now())
      const cookie = `skerry-session=${zeros}; skerry-session=${other}; skerry-session=${secret}`
      expect((await server.anonymous.call('logout', { headers: { cookie } })).status).toBe(204)
      for (const ended of [other, secret]) expect(await over(false, `skerry-session=${ended}`)).toBe(401)
    })
  })

  it('refuses cookie-authenticated writes from other origins', async () => {
    const login = await server.anonymous.call('login_local', {
      path: { silo_name: 'default' },
      body: { username: 'admin', password: 'correct horse' },
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const write = (headers: Record<string, string>) =>
      send('/v1/projects', {
        method: 'POST',
        headers: { ...json, cookie, host: 'skerry.test', ...headers },
        body: '{"name":"UPPER","description":""}',
      })
    expect((await write({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await write({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await write({ origin: 'http://elsewhere.test' })).status).toBe(403)
    expect((await write({ origin: 'null' })).status).toBe(403)
    expect((await write({ origin: ORIGIN, 'sec-fetch-site': 'same-origin' })).status).toBe(400)
    for (const host of ['Skerry.TEST', 'skerry.test:80', 'SKERRY.test:80'])
      expect((await write({ origin: ORIGIN, host })).status).toBe(400)
    expect((await write({ origin: ORIGIN, host: 'skerry.test:81' })).status).toBe(403)
  })
})
