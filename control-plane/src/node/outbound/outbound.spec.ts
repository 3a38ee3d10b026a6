import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { AddressSet } from '../http/address-set.ts'
import { outbound, type Resolve } from './outbound.ts'

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** The port of a server of this machine that answers so. */
async function answering(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const here = new AddressSet(['127.0.0.0/8'])
const limits = { timeoutMs: 5_000, maxBytes: 1000 }
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('addresses that are not of the public internet', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b:1::7f00:1',
    '4000::1',
  ])('are refused: %s', async (address) => {
    const url = `http://${address.includes(':') ? `[${address}]` : address}:1/`
    await expect(outbound().request({ url, ...limits })).rejects.toMatchObject({ kind: 'refused' })
    const named = outbound(undefined, to(address)).request({ url: 'http://idp.test:1/', ...limits })
    await expect(named).rejects.toMatchObject({ kind: 'refused' })
  })

  it.each(['http://2130706433/', 'http://0x7f.1/', 'http://017700000001/', 'http://127.1/'])(
    'are refused in any spelling: %s',
    async (url) => {
      await expect(outbound().request({ url, ...limits })).rejects.toMatchObject({ kind: 'refused' })
    },
  )

  it('are those of this machine too, though they are public', async () => {
    const own = () => ['8.8.8.8', '2606:4700::1111']
    const machine = outbound(undefined, to('8.8.4.4'), undefined, own)
    for (const url of ['http://8.8.8.8/', 'http://[2606:4700::1111]/', 'http://[::ffff:8.8.8.8]/'])
      await expect(machine.check(url)).rejects.toMatchObject({ kind: 'refused' })
    await expect(outbound(undefined, to('8.8.8.8'), undefined, own).check('http://idp.test/')).rejects.toMatchObject({
      kind: 'refused',
      message: "it leads to the machine of this server: the server's operator can allow it in SKERRY_OUTBOUND_NETWORKS",
    })
    await machine.check('http://idp.test/')
    await machine.check('http://8.8.4.4/')
    await outbound(new AddressSet(['8.8.8.8']), undefined, undefined, own).check('http://8.8.8.8/')
  })

  it('are refused where one of several is', async () => {
    const asked = outbound(undefined, to('203.0.113.1', '10.0.0.1')).request({ url: 'http://idp.test/', ...limits })
    await expect(asked).rejects.toMatchObject({ kind: 'refused' })
  })

  it('are reached where the operator allows it', async () => {
    const port = await answering((_, answer) => answer.end('metadata'))
    const { status, body } = await outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...limits })
    expect([status, new TextDecoder().decode(body)]).toEqual([200, 'metadata'])
  })
})

it('resolves a name once, and connects to what was looked at', async () => {
  const port = await answering(({ headers }, answer) => answer.end(headers.host))
  let asked = 0
  const resolve: Resolve = async (host) => {
    expect(host).toBe('idp.test')
    return to(asked++ ? '10.0.0.1' : '127.0.0.1')(host)
  }
  const { body } = await outbound(here, resolve).request({ url: `http://idp.test:${port}/`, ...limits })
  expect(new TextDecoder().decode(body)).toBe(`idp.test:${port}`)
  expect(asked).toBe(1)
})

it('follows no redirect', async () => {
  const port = await answering((_, answer) => answer.writeHead(302, { location: 'http://10.0.0.1/' }).end())
  const { status } = await outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...limits })
  expect(status).toBe(302)
})

it('sends a body with its headers', async () => {
  const port = await answering(async ({ method, headers }, answer) => answer.end(`${method} ${headers['x-signature']}`))
  const request = { method: 'POST', headers: { 'x-signature': 's' }, body: '{}', ...limits } as const
  const { body } = await outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...request })
  expect(new TextDecoder().decode(body)).toBe('POST s')
})

it('ends a request after its time, whether the answer begins or not', async () => {
  const silent = await answering(() => {})
  const slow = await answering((_, answer) => answer.write('begun'))
  for (const port of [silent, slow])
    await expect(
      outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...limits, timeoutMs: 100 }),
    ).rejects.toMatchObject({ kind: 'timeout', message: 'there was no answer in 0.1 s' })
})

it.each([
  ['ENOTFOUND', 'misconfigured', 'the host name is not known'],
  ['EAI_AGAIN', 'unreachable', 'the host name could not be looked up: no name server answered'],
])('says why a name has no address: %s', async (code, kind, message) => {
  const resolve: Resolve = async () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }))
  const client = outbound(here, resolve)
  const file = { url: 'https://idp.test/', stallMs: 5000, leastBytes: 1, timeoutMs: 5000 }
  await expect(client.request({ url: file.url, ...limits })).rejects.toMatchObject({ kind, message })
  const { signal } = new AbortController()
  await expect(client.open({ ...file, signal })).rejects.toMatchObject({ kind, message })
})

it('reads no more than it is told to', async () => {
  const port = await answering((_, answer) => answer.end('x'.repeat(1001)))
  await expect(outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...limits })).rejects.toMatchObject({
    kind: 'size',
  })
})

it.each(['ftp://idp.test/', 'file:///etc/passwd', 'nonsense', 'http://user:password@idp.test/'])(
  'refuses what is no address for it: %s',
  async (url) => {
    await expect(outbound().request({ url, ...limits })).rejects.toMatchObject({ kind: 'address' })
  },
)

it('says so where nobody answers', async () => {
  const port = await answering(() => {})
  servers.splice(0)[0]!.close()
  await expect(outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...limits })).rejects.toMatchObject({
    kind: 'unreachable',
  })
})

describe('a request for the status alone', () => {
  const asked = { timeoutMs: 5000, maxBytes: 'none' } as const

  it('is answered before the body, however long that is and however slowly it comes', async () => {
    const endless = await answering((_, answer) => {
      answer.writeHead(202)
      answer.write('x')
    })
    const huge = await answering((_, answer) => answer.end(Buffer.alloc(10 * 2 ** 20)))
    for (const [port, status] of [
      [endless, 202],
      [huge, 200],
    ] as const)
      expect(await outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...asked })).toEqual({
        status,
        body: new Uint8Array(),
      })
  })

  it('closes the connection of an answer that does not end', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await answering((request, answer) => {
      request.on('close', closed.resolve)
      answer.write('x'.repeat(2 ** 17))
    })
    const { status } = await outbound(here).request({ url: `http://127.0.0.1:${port}/`, ...asked })
    await closed.promise
    expect(status).toBe(200)
  })
})

describe('the time of a request', () => {
  const clock = new ManualClock()
  const timed = (resolve?: Resolve) => outbound(here, resolve, clock)

  it('is measured by the clock, and ends headers that drip', async () => {
    const arrived = Promise.withResolvers<void>()
    const port = await answering((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      arrived.resolve()
    })
    const sent = timed().request({
      url: `http://127.0.0.1:${port}/`,
      timeoutMs: 30_000,
      connectMs: 10_000,
      maxBytes: 'none',
    })
    await arrived.promise
    await Promise.all([
      clock.advance(30_000),
      expect(sent).rejects.toMatchObject({ kind: 'timeout', message: 'there was no answer in 30 s' }),
    ])
    expect(clock.pending).toBe(0)
  })

  it('is shorter for the connection', async () => {
    const never: Resolve = () => new Promise(() => {})
    const sent = timed(never).request({
      url: 'http://idp.test/',
      timeoutMs: 30_000,
      connectMs: 10_000,
      maxBytes: 'none',
    })
    await Promise.all([
      clock.advance(10_000),
      expect(sent).rejects.toMatchObject({ kind: 'timeout', message: 'there was no connection in 10 s' }),
    ])
  })

  it('ends when whoever asked breaks it off', async () => {
    const port = await answering(() => {})
    const reason = new Error('stopping')
    const asked = { url: `http://127.0.0.1:${port}/`, ...limits }
    const breaking = new AbortController()
    const sent = timed().request({ ...asked, signal: breaking.signal })
    breaking.abort(reason)
    await expect(sent).rejects.toBe(reason)
    await expect(timed().request({ ...asked, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

it('checks an address without a request', async () => {
  await expect(outbound().check('http://127.0.0.1/')).rejects.toMatchObject({ kind: 'refused' })
  await expect(outbound(undefined, to('10.0.0.1')).check('https://hook.test/')).rejects.toMatchObject({
    kind: 'refused',
  })
  await expect(outbound().check('ftp://hook.test/')).rejects.toMatchObject({ kind: 'address' })
  await outbound(here).check('http://127.0.0.1/')
  await outbound(undefined, to('8.8.8.8')).check('https://hook.test/')
  await outbound(undefined, () => Promise.reject(new Error('no such name'))).check('https://hook.test/')
})
