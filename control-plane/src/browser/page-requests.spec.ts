import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { made, newProject } from '../compute/instances/instance-fixtures.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import type { FromControlPlane } from './messages.ts'
import { pagePasswords } from './page-control-plane.ts'
import { PageRequests } from './page-requests.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ changes: true })
})
afterAll(() => server.close())

const json = (body: object) => new TextEncoder().encode(JSON.stringify(body)).buffer
const carried = (method: string, path: string, body: object | null = null) => ({
  url: `http://preview.test${path}`,
  method,
  headers: [['content-type', 'application/json']] as [string, string][],
  body: body && json(body),
})

function openPage() {
  const received: FromControlPlane[] = []
  const requests = new PageRequests(server.plane, '', (message) => received.push(message))
  const of = <K extends FromControlPlane['kind']>(kind: K, id: number) =>
    received.filter((message): message is Extract<FromControlPlane, { kind: K; id: number }> =>
      Boolean(message.kind === kind && 'id' in message && message.id === id),
    )
  let lastId = 0
  return {
    requests,
    of,
    async ask(...request: Parameters<typeof carried>) {
      const id = ++lastId
      requests.receive({ kind: 'request', id, request: carried(...request) })
      return vi.waitUntil(() => of('answer', id)[0]?.answer, { timeout: 60_000 })
    },
    /** Asks, and aborts while the request runs. */
    async askAndAbort(...request: Parameters<typeof carried>) {
      const answer = this.ask(...request)
      requests.receive({ kind: 'abort', id: lastId })
      return answer
    },
  }
}

const signIn = (page: ReturnType<typeof openPage>) =>
  page.ask('POST', '/v1/login/default/local', { username: 'admin', password: 'correct horse' })

it('keeps the session that an answer begins, until one ends it', async () => {
  const page = openPage()
  expect(await page.ask('GET', '/v1/me')).toMatchObject({ status: 401 })
  expect(await signIn(page)).toMatchObject({ status: 204, body: null })
  const { status, headers, body } = await page.ask('GET', '/v1/me')
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'application/json' })
  expect(new TextDecoder().decode(body!)).toContain('"display_name":"admin"')
  expect(await page.ask('POST', '/v1/logout')).toMatchObject({ status: 204 })
  expect(await page.ask('GET', '/v1/me')).toMatchObject({ status: 401 })
})

it('ends a query that the page aborts', async () => {
  const page = openPage()
  await signIn(page)
  const oxql = 'get switch_data_link:link_up | filter port_id == "qsfp0" && timestamp > @now() - 10s'
  const query = ['POST', '/v1/system/timeseries/query', { query: oxql }] as const
  expect(await page.ask(...query)).toMatchObject({ status: 200 })
  expect(await page.askAndAbort(...query)).toMatchObject({ status: 503 })
  // Later requests have a signal of their own.
  expect(await page.ask(...query)).toMatchObject({ status: 200 })
})

it('carries a serial console both ways, and says why there is none', async () => {
  const { id: instance } = await made(server, await newProject(server))
  const page = openPage()
  await signIn(page)
  const connect = (id: number, name: string) =>
    page.requests.receive({
      kind: 'connect',
      id,
      request: carried('GET', `/v1/instances/${name}/serial-console/stream?most_recent=4096`),
    })
  connect(1, instance)
  const output = () =>
    page
      .of('message', 1)
      .map(({ bytes }) => new TextDecoder().decode(bytes))
      .join('')
  await vi.waitUntil(() => output().includes('login:'), { timeout: 60_000 })
  expect(page.of('connected', 1)).toHaveLength(1)
  page.requests.receive({ kind: 'send', id: 1, bytes: new TextEncoder().encode('typed').buffer })
  await vi.waitUntil(() => output().includes('typed'), { timeout: 60_000 })
  page.requests.receive({ kind: 'disconnect', id: 1 })

  connect(2, 'no-such-instance')
  const [refused] = await vi.waitUntil(() => page.of('disconnected', 2).length && page.of('disconnected', 2), {
    timeout: 60_000,
  })
  expect(refused).toEqual({ kind: 'disconnected', id: 2, code: 1006, reason: 'Refused: 400' })
})

it('passes the parts of an event stream on until the page aborts', async () => {
  const page = openPage()
  await signIn(page)
  const id = 1000
  page.requests.receive({ kind: 'request', id, request: carried('GET', '/v1/events') })
  const answer = await vi.waitUntil(() => page.of('answer', id)[0]?.answer, { timeout: 60_000 })
  expect(answer).toMatchObject({ status: 200, body: null, isStream: true })
  const text = () =>
    page
      .of('part', id)
      .map(({ bytes }) => bytes && new TextDecoder().decode(bytes))
      .join('')
  await vi.waitUntil(() => text().includes('event: start'), { timeout: 60_000 })
  await newProject(server)
  await vi.waitUntil(() => text().includes('"kind":"projects"'), { timeout: 60_000 })
  page.requests.receive({ kind: 'abort', id })
  await vi.waitUntil(() => page.of('part', id).at(-1)?.bytes === null, { timeout: 60_000 })
})

it('hashes passwords with a salt', async () => {
  const [one, two] = await Promise.all(['secret', 'secret'].map(pagePasswords.hash))
  expect(one).not.toBe(two)
  expect(await pagePasswords.verify(one!, 'secret')).toBe(true)
  expect(await pagePasswords.verify(one!, 'other')).toBe(false)
  expect(await pagePasswords.verify(null, 'secret')).toBe(false)
})
