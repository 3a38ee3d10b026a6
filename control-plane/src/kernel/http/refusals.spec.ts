import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORIGIN, PEER } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import type { LogFields } from '../telemetry/log.ts'
import { randomId } from '../values/uuid.ts'
import { REFUSALS_A_MINUTE } from './audit-records.ts'
import { bind, type Env } from './binder.ts'

const PUBLIC = 'https://cloud.example.org'
const lines: (LogFields & { level: string; message: string })[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    log: (level, message, fields = {}) => lines.push({ level, message, ...fields }),
    settings: { publicUrl: PUBLIC, domain: 'example.org' },
  })
})
afterAll(() => server.close())

const send = (path: string, init?: RequestInit, remoteAddress = PEER.remoteAddress) =>
  server.plane.fetch(new Request(new URL(path, ORIGIN), init), { remoteAddress })

it.each([
  ['an unknown path', '/v1/nothing?secret=1', 'GET', 404],
  ['a wrong method', '/v1/projects', 'PATCH', 405],
  ['a redirect to a provider that is missing', '/login/default/saml/none/redirect', 'GET', 404],
  ['a redirect whose target is foreign', '/login/default/saml/none/redirect?redirect_uri=http://a.test', 'GET', 400],
  ['no permission', '/v1/projects', 'GET', 401],
])('the request id in the answer to %s is in the log', async (_, path, method, status) => {
  const answer = await send(path, { method })
  expect(answer.status).toBe(status)
  const { request_id } = (await answer.json()) as { request_id: string }
  const found = lines.filter((line) => line.request_id === request_id)
  expect(found).toMatchObject([{ message: 'request refused', status }])
  expect(JSON.stringify(found)).not.toContain('secret')
})

it('the request id of a page that fails is in the log, with the cause', async () => {
  const failing = new Hono<Env>()
  failing.get('/login/page', () => {
    throw new Error('no such column')
  })
  bind(failing, server.plane.services, {})
  const { request_id } = (await (await failing.request('/login/page', {}, PEER)).json()) as { request_id: string }
  expect(lines.find((line) => line.request_id === request_id)).toMatchObject({
    level: 'error',
    path: '/login/page',
    status: 500,
    error: expect.objectContaining({ message: 'no such column' }),
  })
})

it('the request id of a refused address is in the log', async () => {
  const answer = await send('/v1/ping', {}, '')
  expect(answer.status).toBe(403)
  expect(lines.at(-1)).toMatchObject({ status: 403, request_id: answer.headers.get('x-request-id') })
})

it('405 names the methods of the path', async () => {
  for (const [path, allow] of [
    ['/v1/projects', 'GET, HEAD, POST'],
    ['/v1/projects/one', 'DELETE, GET, HEAD, PUT'],
    ['/v1/login/default/local', 'POST'],
  ] as const)
    expect((await send(path, { method: 'PATCH' })).headers.get('allow')).toBe(allow)
  expect((await send('/v1/nothing')).headers.get('allow')).toBeNull()
})

const signIn = (headers: Record<string, string>) =>
  send('/v1/login/default/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"username":"admin","password":"correct horse"}',
  })

it('the origin of the public address is accepted, whatever the proxy makes of Host', async () => {
  for (const host of ['cloud.example.org', '127.0.0.1:4400', 'cloud.example.org:4400'])
    expect((await signIn({ host, origin: PUBLIC })).status).toBe(204)
})

it('a foreign origin is refused with the origin and the host, in the answer and in the log', async () => {
  for (const origin of ['https://cloud.example.com', 'http://cloud.example.org', 'https://cloud.example.org:8443']) {
    const answer = await signIn({ host: '127.0.0.1:4400', origin })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      error_code: 'Forbidden',
      message: expect.stringMatching(`^Forbidden: origin ${origin}, host 127.0.0.1:4400: `),
    })
    expect(lines.find((line) => line.request_id === answer.headers.get('x-request-id'))).toMatchObject({
      origin,
      host: '127.0.0.1:4400',
    })
  }
})

it('a device is sent to the public address, unless it asked at the host of a silo', async () => {
  const uriAt = async (host: string) => {
    const body = new URLSearchParams({ client_id: randomId() })
    const answer = await send('/device/auth', { method: 'POST', headers: { host }, body })
    return ((await answer.json()) as { verification_uri: string }).verification_uri
  }
  for (const host of ['127.0.0.1:4400', 'cloud.example.org', 'quay.sys.elsewhere.org'])
    expect(await uriAt(host)).toBe(`${PUBLIC}/device/verify`)
  expect(await uriAt('quay.sys.example.org')).toBe('http://quay.sys.example.org/device/verify')
})

it('a change whose handler checks no permission is not committed', async () => {
  const careless = new Hono<Env>()
  bind(careless, server.plane.services, {
    project_create: (call) =>
      call.transaction(async (tx) => {
        await tx.updateTable('silos').set({ description: 'changed' }).execute()
        return undefined as never
      }),
  })
  const cookie = (await signIn({})).headers.get('set-cookie')!.split(';')[0]!
  const headers = { cookie, 'content-type': 'application/json' }
  const body = '{"name":"web","description":""}'
  expect((await careless.request('/v1/projects', { method: 'POST', headers, body }, PEER)).status).toBe(500)
  const changed = server.db.selectFrom('silos').select('id').where('description', '=', 'changed')
  expect(await changed.execute()).toEqual([])
})

it('failed sign-ins of many names from many addresses share a record of the audit log beyond the limit', async () => {
  const names = Array.from({ length: REFUSALS_A_MINUTE + 5 }, (_, n) => `stranger-${n}`)
  for (const [n, username] of names.entries()) {
    const body = JSON.stringify({ username, password: 'wrong' })
    const headers = { 'content-type': 'application/json' }
    const answer = await send('/v1/login/default/local', { method: 'POST', headers, body }, `203.0.113.${n}`)
    expect(answer.status).toBe(401)
  }
  const records = await server.db
    .selectFrom('audit_log')
    .select(['target', 'detail'])
    .where('target', 'like', 'stranger-%')
    .orderBy('time')
    .execute()
  expect(records).toHaveLength(REFUSALS_A_MINUTE + 1)
  expect(records.filter(({ detail }) => (detail as { refusals?: number }).refusals === 5)).toHaveLength(1)
})

it('a compressed body is refused with 415, whatever the operation reads', async () => {
  for (const encoding of ['gzip', 'BR', 'gzip, br']) {
    const answer = await signIn({ 'content-encoding': encoding })
    expect(answer.status).toBe(415)
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining(`"${encoding.toLowerCase()}"`) })
  }
  expect((await signIn({ 'content-encoding': 'identity' })).status).toBe(204)
})

it('times are taken in each form of RFC 3339, and a plus that the URL has made a blank is explained', async () => {
  const list = (start_time: string) => server.admin.call('audit_log_list', { query: { start_time } })
  for (const time of ['2026-01-01T00:00:00Z', '2026-01-01t00:00:00z', '2026-01-01t01:00:00.5+01:00'])
    expect((await list(time)).status).toBe(200)
  expect(await list('2026-01-01T00:00:00 01:00')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('start_time: must be an RFC 3339 date and time: in a URL the + of') },
  })
  expect((await list('2026-01-01T00:00:00')).body.message).toMatch(/date and time$/)
})

it('a number that is too large is refused as such', async () => {
  for (const limit of ['9007199254740993', '99999999999999999999'])
    expect(await server.admin.call('project_list', { query: { limit } })).toMatchObject({
      status: 400,
      body: { message: 'unable to parse query string: limit: the number is too large' },
    })
})
