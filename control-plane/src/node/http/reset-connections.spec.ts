import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../identity/certificates/self-signed.ts'
import { ORIGIN } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { type Answer, type Listener, listen } from './http.ts'
import { serveWebSockets } from './web-sockets.ts'

/** Of one connection in a few the kernel forgets the client before the server has asked for it. */
const TIMES = 40
const HOST = 'default.sys.example.org'

let server: TestServer
let cookie: string
let contexts: ReturnType<typeof createSecureContext>
beforeAll(async () => {
  server = await startTestServer()
  const request = new Request(`${ORIGIN}/v1/login/default/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  })
  const answer = await server.plane.fetch(request, { remoteAddress: '127.0.0.1' })
  cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  contexts = createSecureContext(await makeCertificate())
})
afterAll(() => server.close())

/** A listener whose answers are over when it closes. */
async function open(secure: boolean, answer: Answer) {
  const running = new Set<Promise<unknown>>()
  const counted: Answer = (...call) => {
    const answered = Promise.resolve(answer(...call))
    running.add(answered.catch(() => {}))
    return answered
  }
  const tls = secure ? { tls: (_: string, done: (e: null, c: typeof contexts) => void) => done(null, contexts) } : {}
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', counted, tls)
  const webSockets = serveWebSockets(listener.server, counted)
  return {
    listener,
    async [Symbol.asyncDispose]() {
      await webSockets.close()
      await listener.close(0)
      await Promise.all(running)
    },
  }
}

const message = (line: string, headers: Record<string, string>, body = '') => {
  const fields = { host: HOST, cookie, ...headers, ...(body && { 'content-length': body.length }) }
  return `${line} HTTP/1.1\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}

/** Sends a request and resets the connection at once: the server reads the one after it has received the other. */
async function sendAndReset({ listener }: { listener: Listener }, secure: boolean, text: string): Promise<void> {
  const closed = new Promise((resolve) => listener.server.once('connection', (it: Socket) => it.once('close', resolve)))
  const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress: '127.0.0.2' })
  socket.on('error', () => {})
  if (secure) {
    const over = connectTls({ socket, servername: HOST, rejectUnauthorized: false })
    over.on('error', () => {})
    await once(over, 'secureConnect')
    over.write(text, () => socket.resetAndDestroy())
  } else {
    await once(socket, 'connect')
    socket.write(text)
    socket.resetAndDestroy()
  }
  await closed
}

const project = (name: string) =>
  message('POST /v1/projects', { 'content-type': 'application/json' }, JSON.stringify({ name, description: '' }))
const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
const REQUESTS: [string, string][] = [
  ['a write', project('reset')],
  ['a stream of events', message('GET /v1/events', { accept: 'text/event-stream' })],
  [
    'a WebSocket',
    message('GET /v1/instances/one/serial-console/stream', {
      ...upgrade,
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }),
  ],
]

describe.each([
  ['TCP', false],
  ['TLS', true],
])('over %s', (_, secure) => {
  it.each(REQUESTS)('%s whose client resets the connection at once has its address, or no answer', async (_, text) => {
    const addresses: unknown[] = []
    await using opened = await open(secure, (_, { remoteAddress }) => {
      addresses.push(remoteAddress)
      return new Response()
    })
    for (let n = 0; n < TIMES; n++) await sendAndReset(opened, secure, text)
    expect(addresses.filter((address) => address !== '127.0.0.2')).toEqual([])
  })

  it('writes from an address that the list refuses change nothing, reset or not', async () => {
    await server.db
      .updateTable('allow_list')
      .set({ networks: JSON.stringify(['127.0.0.1/32']) })
      .execute()
    await server.plane.services.sources.read()
    {
      await using opened = await open(secure, (...call) => server.plane.fetch(...call))
      for (let n = 0; n < TIMES; n++) await sendAndReset(opened, secure, project(`past-${secure}-${n}`))
    }
    expect(await server.db.selectFrom('projects').select('name').where('name', 'like', 'past-%').execute()).toEqual([])
    const unknown = await server.db.selectFrom('audit_log').select('operation').where('source_address', 'is', null)
    expect(await unknown.execute()).toEqual([])
  })
})

it('counts a client that resets its connection after the server has accepted it', async () => {
  await server.db.updateTable('allow_list').set({ networks: null }).execute()
  await server.plane.services.sources.read()
  {
    await using opened = await open(false, (...call) => server.plane.fetch(...call))
    const socket = connect({ host: '127.0.0.1', port: opened.listener.port, localAddress: '127.0.0.2' })
    const [accepted] = (await once(opened.listener.server, 'connection')) as [Socket]
    const closed = new Promise((resolve) => accepted.once('close', resolve))
    socket.on('error', () => {}).write(project('accepted'))
    socket.resetAndDestroy()
    await closed
  }
  const made = await server.db
    .selectFrom('audit_log')
    .select('source_address')
    .where('operation', '=', 'project_create')
  expect(await made.execute()).toEqual([{ source_address: '127.0.0.2' }])
})
