import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { FileServer } from '../../testing/file-server.ts'
import { AddressSet } from '../http/address-set.ts'
import { outbound, type Resolve } from './outbound.ts'

const here = new AddressSet(['127.0.0.0/8'])
const toHere: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const limits = () => ({ stallMs: 60_000, leastBytes: 100, timeoutMs: 600_000, signal: new AbortController().signal })

let files: FileServer
beforeAll(async () => {
  files = await FileServer.start()
})
afterAll(() => files.close())

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('a download', () => {
  it('reads status, headers and body', async () => {
    const url = files.serve('/file', (request, answer) =>
      answer.setHeader('etag', '"1"').end(request.headers['x-asked']),
    )
    const { status, headers, body } = await files.outbound.open({ url, headers: { 'x-asked': 'text' }, ...limits() })
    expect([status, headers['etag'], await textOf(body)]).toEqual([200, '"1"', 'text'])
  })

  it('is refused for private addresses and for http', async () => {
    for (const url of ['https://10.0.0.1/', 'https://inside.test/', 'https://[::ffff:192.168.0.1]/'])
      await expect(files.outbound.open({ url, ...limits() })).rejects.toMatchObject({ kind: 'refused' })
    await expect(files.outbound.open({ url: 'http://images.test/', ...limits() })).rejects.toMatchObject({
      kind: 'address',
    })
  })

  it('fails when the connection ends before the file does', async () => {
    const url = files.serve('/cut', (_, answer) => {
      answer.writeHead(200, { 'content-length': 1000 })
      answer.write('x', () => answer.destroy())
    })
    const { body } = await files.outbound.open({ url, ...limits() })
    await expect(textOf(body)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'the connection ended before the file did',
    })
  })

  it('ends when the caller aborts, before the answer and within it', async () => {
    const reason = new Error('stopping')
    const url = files.serve('/endless', (_, answer) => answer.write('x'))
    const aborted = { ...limits(), signal: AbortSignal.abort(reason) }
    await expect(files.outbound.open({ url, ...aborted })).rejects.toBe(reason)
    const breaking = new AbortController()
    const { body } = await files.outbound.open({ url, ...limits(), signal: breaking.signal })
    const read = body[Symbol.asyncIterator]()
    await read.next()
    breaking.abort(reason)
    await expect(read.next()).rejects.toBe(reason)
  })

  it('ends when it makes no progress, though bytes drip', async () => {
    const clock = new ManualClock()
    const timed = outbound(here, toHere, clock, () => [], {})
    const silent = files.serve('/silent', () => {})
    const waits = timed.open({ url: silent, ...limits() })
    await Promise.all([
      clock.advance(60_000),
      expect(waits).rejects.toMatchObject({ kind: 'timeout', message: 'there was no answer in 60 s' }),
    ])
    const dripping = files.serve('/dripping', (_, answer) => answer.write('x'.repeat(150)))
    const { body } = await timed.open({ url: dripping, ...limits() })
    const read = body[Symbol.asyncIterator]()
    await read.next()
    await clock.advance(60_000)
    await Promise.all([
      clock.advance(60_000),
      expect(read.next()).rejects.toMatchObject({ kind: 'timeout', message: 'there was no progress in 60 s' }),
    ])
    expect(clock.pending).toBe(0)
  })
})

describe('a download through a proxy', () => {
  let proxy: Server
  const asked: string[] = []
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    proxy = createServer().on('connect', (request, client: Socket) => {
      asked.push(request.url ?? '')
      const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(client).pipe(upstream)
      })
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => proxy.close(done))
  })
  const proxied = (resolve: Resolve) =>
    outbound(new AddressSet(), resolve, undefined, () => [], {
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    })

  it('reaches names that this machine cannot look up', async () => {
    const url = files.serve('/file', 'text')
    const { body } = await proxied(() => Promise.reject(new Error('no such name'))).open({ url, ...limits() })
    expect(await textOf(body)).toBe('text')
    expect(asked).toEqual([new URL(url).host])
  })

  it('is refused for addresses that are known to be private', async () => {
    const inside: Resolve = async () => [{ address: '10.0.0.1', family: 4 }]
    for (const url of ['https://10.0.0.1/', 'https://images.test/'])
      await expect(proxied(inside).open({ url, ...limits() })).rejects.toMatchObject({ kind: 'refused' })
    expect(asked).toHaveLength(1)
  })
})
