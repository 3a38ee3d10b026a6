import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORIGIN, PEER } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import type { LogFields } from '../log.ts'
import { randomId } from '../uuid.ts'
import { bind, type Env } from './binder.ts'

const PUBLIC = 'https://cloud.example.org'
const lines: LogFields[] = []
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
  const found = lines.filter((line) => line['request_id'] === request_id)
  expect(found).toMatchObject([{ message: 'request', status }])
  expect(JSON.stringify(found)).not.toContain('secret')
})

it('the request id of a page that fails is in the log, with the cause', async () => {
  const failing = new Hono<Env>()
  failing.get('/login/page', () => {
    throw new Error('no such column')
  })
  bind(failing, server.plane.services, {})
  const { request_id } = (await (await failing.request('/login/page', {}, PEER)).json()) as { request_id: string }
  expect(lines.find((line) => line['request_id'] === request_id)).toMatchObject({
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
    expect(lines.find((line) => line['request_id'] === answer.headers.get('x-request-id'))).toMatchObject({
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
