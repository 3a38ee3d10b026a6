import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../../clock/clock.ts'
import { injectFault, made, newProject } from '../../compute/instances/instance-fixtures.ts'
import { hashSecret } from '../../kernel/access/secrets.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { PEER } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { type Client, join, opened, refused } from '../testing/web-socket-client.ts'
import { listen } from './http.ts'
import { serveWebSockets } from './web-sockets.ts'
import type { WebSocketsOptions } from './web-sockets.ts'

let server: TestServer
let project: string
let instance: string
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
  ;({ id: instance } = await made(server, project))
})
afterAll(() => server.close())

/** A listener over the server, gone at the end of the test. */
async function openListener(options?: WebSocketsOptions) {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (...call) => server.plane.fetch(...call))
  const webSockets = serveWebSockets(listener.server, (...call) => server.plane.fetch(...call), options)
  return {
    webSockets,
    address: `ws://127.0.0.1:${listener.port}`,
    async [Symbol.asyncDispose]() {
      await webSockets.close()
      await listener.close(0)
    },
  }
}

async function bearer(caller: Caller): Promise<Record<string, string>> {
  const secret = randomId().replaceAll('-', '').padEnd(40, '0')
  await server.db
    .insertInto('access_tokens')
    .values({
      id: randomId(),
      token_hash: hashSecret(secret),
      user_id: caller.userId,
      client_id: randomId(),
      time_created: server.clock.now(),
      time_expires: null,
    })
    .execute()
  return { authorization: `Bearer skerry-token-${secret}` }
}

async function cookie(): Promise<Record<string, string>> {
  const answer = await server.plane.fetch(
    new Request('http://skerry.test/v1/login/default/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
    }),
    PEER,
  )
  return { cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
}

const path = (id: string, query = '') => `/v1/instances/${id}/serial-console/stream${query}`

async function loggedIn(url: string, headers: Record<string, string>): Promise<Client> {
  const client = await opened(url, headers)
  client.type('\x03root\r')
  await client.expect('root@host:~$ ')
  return client
}

test('bytes go both ways, text frames are ignored', async () => {
  await using here = await openListener()
  const client = await loggedIn(here.address + path(instance), await bearer(server.admin))
  expect(client.text()).toContain('host login: ')
  client.socket.send('whoami\r')
  client.type('uptime\r')
  await client.expect('load average')
  expect(client.text()).not.toContain('whoami')
})

test('what a client has queued is dropped when it is gone', async () => {
  await using here = await openListener()
  const admin = await bearer(server.admin)
  const client = await loggedIn(here.address + path(instance), admin)
  for (let frame = 1; frame <= 4; frame++) client.type(`echo line-${frame}-\r`.padEnd(60 * 1024, 'echo again\r'))
  client.socket.close()
  await client.closed
  const other = await opened(here.address + path(instance), admin)
  other.type('\x03echo now-another\r')
  await other.expect('\r\nnow-another\r\n')
  expect(other.text()).not.toContain('line-4-')
})

test('most_recent bounds what is replayed', async () => {
  await using here = await openListener()
  const admin = await bearer(server.admin)
  const all = await loggedIn(here.address + path(instance), admin)
  all.type('echo the-last-words\r')
  await all.expect('the-last-words\r\n')
  const last = join(here.address + path(instance, '?most_recent=40'), admin)
  await last.expect('~$ ')
  expect(last.text()).toHaveLength(40)
  expect(all.text().endsWith(last.text())).toBe(true)
})

test('10 MB come in order and whole, also to a client that stops reading for a while', async () => {
  await using here = await openListener()
  const count = 1_300_000
  const client = await loggedIn(here.address + path(instance, '?most_recent=0'), await bearer(server.admin))
  const before = client.text().length
  client.type(`seq ${count}\r`)
  await client.expect('500\r\n')
  client.socket.pause()
  // Nobody reads: what the server holds for this client comes to an end, and the machine waits.
  const paused = client.text().length
  await server.admin.ok('instance_view', { path: { instance } })
  expect(client.text()).toHaveLength(paused)
  client.socket.resume()
  await client.expect(`\n${count}\r\nroot@host:~$ `)
  const lines = client.text().slice(before).split('\r\n').slice(1, -1)
  expect(client.text().length).toBeGreaterThan(10_000_000)
  expect(lines).toHaveLength(count)
  expect(lines.findIndex((line, at) => line !== String(at + 1))).toBe(-1)
})

test('it survives a reboot, and ends with 1000 when the machine stops', async () => {
  const { id } = await made(server, project)
  await using here = await openListener()
  const client = join(here.address + path(id), await bearer(server.admin))
  await client.expect('login: ')
  await server.admin.ok('instance_reboot', { path: { instance: id } })
  await server.settle()
  await client.expect('login: ')
  await server.admin.ok('instance_stop', { path: { instance: id } })
  await server.settle()
  expect(await client.closed).toEqual({ code: 1000, reason: 'the instance stopped' })
})

test('one that cannot be joined is let in and told why, with 1011', async () => {
  const { id } = await made(server, project, { start: false })
  await using here = await openListener()
  const client = join(here.address + path(id), await bearer(server.admin))
  expect(await client.closed).toEqual({
    code: 1011,
    reason: 'Only a running, rebooting, migrating or repairing instance has a serial console',
  })
})

test('a machine that vanishes ends it with 1011', async () => {
  const { id } = await made(server, project)
  await using here = await openListener()
  const client = join(here.address + path(id), await bearer(server.admin))
  await client.expect('login: ')
  await injectFault(server, id, 'instance_fail')
  expect((await client.closed).code).toBe(1011)
})

test('statuses: 400, 401, 403, 404', async () => {
  await using here = await openListener()
  const viewer = await server.user({ projects: { [project]: 'viewer' } })
  const collaborator = await server.user({ projects: { [project]: 'collaborator' } })
  const nobody = await server.user()
  const admin = await bearer(server.admin)
  const at = (id: string, query?: string) => here.address + path(id, query)

  const plain = await server.admin.call('instance_serial_console_stream', { path: { instance } })
  expect(plain).toMatchObject({ status: 400, body: { message: 'expected a WebSocket upgrade' } })
  expect(await refused(at(instance, '?most_recent=many'), admin)).toMatchObject({ status: 400 })
  expect(await refused(at('web'), admin)).toMatchObject({ status: 400 })
  expect(await refused(at(instance), {})).toMatchObject({ status: 401 })
  expect(await refused(at(instance), { cookie: `skerry-session=${'0'.repeat(40)}` })).toMatchObject({ status: 401 })
  const forbidden = await refused(at(instance), await bearer(viewer))
  expect(forbidden.status).toBe(403)
  expect(JSON.parse(forbidden.body)).toMatchObject({ error_code: 'Forbidden' })
  expect(await refused(at(instance), await bearer(nobody))).toMatchObject({ status: 404 })
  expect(await refused(at(randomId()), admin)).toMatchObject({ status: 404 })
  expect(await refused(`${here.address}/v1/nothing`, admin)).toMatchObject({ status: 404 })
  await opened(at(instance), await bearer(collaborator))
})

test('another site may not open one with our cookie', async () => {
  await using here = await openListener()
  const session = await cookie()
  const url = here.address + path(instance)
  const own = here.address.replace('ws:', 'http:')
  const foreign: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: 'not an address' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: own },
  ]
  for (const headers of foreign)
    expect(await refused(url, { ...session, ...headers }), JSON.stringify(headers)).toMatchObject({ status: 403 })
  await opened(url, { ...session, origin: own, 'sec-fetch-site': 'same-origin' })
  // A token is sent by nobody unasked.
  await opened(url, { ...(await bearer(server.admin)), origin: 'https://elsewhere.example' })
})

test('it ends for whom it is no longer meant: signed out, or without the role', async () => {
  await using here = await openListener()
  const session = await cookie()
  const out = await opened(here.address + path(instance), { ...session, origin: here.address.replace('ws:', 'http:') })
  const collaborator = await server.user({ projects: { [project]: 'collaborator' } })
  const demoted = await opened(here.address + path(instance), await bearer(collaborator))
  const stays = await opened(here.address + path(instance), await bearer(server.admin))
  await server.plane.fetch(new Request('http://skerry.test/v1/logout', { method: 'POST', headers: session }), PEER)
  await server.db.deleteFrom('role_assignments').where('identity_id', '=', collaborator.userId).execute()
  await server.clock.advance(5_000)
  expect(await out.closed).toEqual({ code: 1011, reason: 'credentials missing or invalid' })
  expect(await demoted.closed).toEqual({ code: 1011, reason: expect.stringMatching(/^not found: instance/) })
  expect(stays.socket.readyState).toBe(WebSocket.OPEN)
})

test('a user has twenty open at once, and another once one is closed', async () => {
  await using here = await openListener()
  const headers = await bearer(await server.user({ projects: { [project]: 'collaborator' } }))
  const url = here.address + path(instance)
  const clients = await Promise.all(Array.from({ length: 20 }, () => opened(url, headers)))
  const more = await opened(url, headers)
  expect(await more.closed).toEqual({ code: 1011, reason: '20 consoles are open already: close one' })
  clients[0]!.socket.close()
  await clients[0]!.closed
  await loggedIn(url, headers)
})

test('opening one is in the audit log, refused or not', async () => {
  await using here = await openListener()
  const viewer = await server.user({ projects: { [project]: 'viewer' } })
  await refused(here.address + path(instance), await bearer(viewer))
  const collaborator = await server.user({ projects: { [project]: 'collaborator' } })
  await opened(here.address + path(instance), await bearer(collaborator))
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['actor_id', 'target', 'status', 'source_address'])
    .where('operation', '=', 'instance_serial_console_stream')
    .where('actor_id', 'in', [viewer.userId, collaborator.userId])
    .orderBy('status')
    .execute()
  expect(entries).toEqual([
    { actor_id: collaborator.userId, target: instance, status: 200, source_address: '127.0.0.1' },
    { actor_id: viewer.userId, target: null, status: 403, source_address: '127.0.0.1' },
  ])
})

test('limits: frames of 64 KiB, and so many at a time', async () => {
  await using here = await openListener({ most: 1 })
  const admin = await bearer(server.admin)
  const client = await loggedIn(here.address + path(instance), admin)
  expect(await refused(here.address + path(instance), admin)).toMatchObject({ status: 503 })
  client.socket.send(Buffer.alloc(64 * 1024 + 1, 'x'))
  expect((await client.closed).code).toBe(1009)
  await opened(here.address + path(instance), admin)
})

test('a client that answers no ping is disconnected, one that does stays', async () => {
  const clock = new ManualClock()
  await using here = await openListener({ pingEveryMs: 100, clock })
  const admin = await bearer(server.admin)
  const away = join(here.address + path(instance), admin, { autoPong: false })
  await once(away.socket, 'open')
  const there = await loggedIn(here.address + path(instance), admin)
  const pinged = once(there.socket, 'ping')
  await clock.advance(100)
  await pinged
  // What it sends after its pong arrives after it.
  there.type('uptime\r')
  await there.expect('load average')
  await clock.advance(100)
  expect((await away.closed).code).toBe(1006)
  expect(there.socket.readyState).toBe(WebSocket.OPEN)
})

test('a stopping server says so, and waits for nobody', async () => {
  await using here = await openListener()
  const admin = await bearer(server.admin)
  const client = await opened(here.address + path(instance), admin)
  const deaf = await opened(here.address + path(instance), admin)
  deaf.socket.pause()
  await here.webSockets.close()
  expect(await client.closed).toEqual({ code: 1001, reason: 'the server is stopping' })
  await expect(once(new WebSocket(here.address + path(instance), { headers: admin }), 'open')).rejects.toThrow(
    'socket hang up',
  )
})
