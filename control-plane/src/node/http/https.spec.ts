import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CertificateOptions, makeCertificate } from '../../identity/certificates/self-signed.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { type Listener, listen } from './http.ts'
import { tlsContexts } from './tls-contexts.ts'

let server: TestServer
let listener: Listener
let broken = false
const logged: object[] = []
beforeAll(async () => {
  server = await startTestServer()
  const contexts = tlsContexts(
    (...call) => (broken ? Promise.reject(new Error('no database')) : server.plane.certificateFor(...call)),
    (level, message, fields) => logged.push({ level, message, ...fields }),
  )
  const answer: Parameters<typeof listen>[3] = (request, peer) => server.plane.fetch(request, peer)
  listener = await listen('127.0.0.1', 0, 'SKERRY_HTTPS_PORT', answer, { tls: contexts })
})
afterAll(async () => {
  await listener.close(0)
  await server.close()
})

const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString()

/** How a client hears that there is no certificate for its host. */
const REFUSED = /disconnected|ECONNRESET|alert/

let count = 0
async function give(wish: CertificateOptions & { silo?: string } = {}): Promise<string> {
  const pair = await makeCertificate(wish)
  const admin = wish.silo ? await server.user({ silo: 'admin' }, wish.silo) : server.admin
  await server.clock.advance(1000)
  const body = { name: `served-${count++}`, description: '', service: 'external_api', ...pair }
  await admin.ok('certificate_create', { body })
  return new X509Certificate(pair.cert).fingerprint256
}

/** The certificate that a client sees who asks for a host; rejects when the connection is refused. */
async function seen(servername: string): Promise<string> {
  const socket: TLSSocket = connect({ host: '127.0.0.1', port: listener.port, servername, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate().fingerprint256
  } finally {
    socket.destroy()
  }
}

it('shows the newest valid certificate of the silo that the host names, without a new start', async () => {
  await expect(seen('default.sys.example.org')).rejects.toThrow(REFUSED)
  const first = await give({ names: ['*.sys.example.org'] })
  expect(await seen('default.sys.example.org')).toBe(first)
  expect(await seen('DEFAULT.sys.example.org')).toBe(first)

  const sales = await give({ names: ['sales.sys.example.org'], silo: await server.silo('sales') })
  expect(await seen('sales.sys.example.org')).toBe(sales)
  for (const host of ['default.sys.example.com', 'default.example.org', 'nobody.sys.example.org', 'localhost'])
    await expect(seen(host)).rejects.toThrow(REFUSED)

  const second = await give({ until: inSeconds(100) })
  const start = inSeconds(50)
  const later = await give({ from: start })
  expect(await seen('default.sys.example.org')).toBe(second)
  await server.clock.advance(60_000)
  expect(await seen('default.sys.example.org')).toBe(later)
  await server.db.deleteFrom('certificates').where('time_starts', '=', new Date(start)).execute()
  expect(await seen('default.sys.example.org')).toBe(second)
  await server.clock.advance(60_000)
  expect(await seen('default.sys.example.org')).toBe(first)
})

it('goes on with the last one while the database does not answer', async () => {
  const now = await give()
  expect(await seen('default.sys.example.org')).toBe(now)
  broken = true
  expect(await seen('default.sys.example.org')).toBe(now)
  await expect(seen('never-asked.sys.example.org')).rejects.toThrow(REFUSED)
  broken = false
})

it('goes on with the one before where one cannot be served, and logs that once', async () => {
  const good = await give()
  const stored = server.db.updateTable('certificates').where('name', '=', `served-${count}`)
  await give()
  // As stored by a release that kept the text as it was sent.
  const { id } = await stored
    .set({ cert: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE----------BEGIN CERTIFICATE-----' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 3; n++) expect(await seen('default.sys.example.org')).toBe(good)
  expect(logged).toEqual([expect.objectContaining({ level: 'error', certificate_id: id, error: expect.any(Error) })])
  const newer = await give()
  expect(await seen('default.sys.example.org')).toBe(newer)
})

it('answers requests, and sends cookies that browsers give to nobody without TLS', async () => {
  const body = JSON.stringify({ username: 'admin', password: 'correct horse' })
  const asked = httpsRequest({
    host: '127.0.0.1',
    port: listener.port,
    servername: 'default.sys.example.org',
    rejectUnauthorized: false,
    method: 'POST',
    path: '/v1/login/default/local',
    headers: { host: 'default.sys.example.org', 'content-type': 'application/json', 'content-length': body.length },
  })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['set-cookie'][0]).toMatch(
    /^__Host-skerry-session-[0-9a-f]{8}=[0-9a-f]{40}; .*HttpOnly; .*Secure$/,
  )
  answer.destroy()
})

it('ends in time when a client has begun no handshake', async () => {
  const other = await listen('127.0.0.1', 0, 'SKERRY_HTTPS_PORT', () => new Response(), {
    tls: tlsContexts(async () => undefined),
  })
  const silent = connectPlain(other.port, '127.0.0.1')
  await once(other.server, 'connection')
  await other.close(100)
  expect(silent.readyState === 'closed' || (await once(silent, 'close'))).toBeTruthy()
}, 10_000)
