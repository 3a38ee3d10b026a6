import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate, makeIssuer } from '../../identity/certificates/self-signed.ts'
import { AddressSet } from '../http/address-set.ts'
import { outbound } from './outbound.ts'

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function portOf(server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>): Promise<number> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const request = (url: string) =>
  outbound(new AddressSet(['127.0.0.0/8']), async () => [{ address: '127.0.0.1', family: 4 }]).request({
    url,
    timeoutMs: 30_000,
    maxBytes: 1000,
  })

describe('a compressed answer that was not asked for', () => {
  const get = async (listener: RequestListener) => request(`http://127.0.0.1:${await portOf(createServer(listener))}/`)
  const sending = (encoding: string, body: Uint8Array) =>
    get((_, answer) => answer.writeHead(200, { 'content-encoding': encoding }).end(body))

  it.each([
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read: %s', async (encoding, compress) => {
    const { status, body } = await sending(encoding, compress('metadata'))
    expect([status, Buffer.from(body).toString()]).toEqual([200, 'metadata'])
  })

  it('is limited by its size after decompression', async () => {
    await expect(sending('gzip', gzipSync('x'.repeat(1001)))).rejects.toMatchObject({ kind: 'size' })
    await expect(sending('br', brotliCompressSync(Buffer.alloc(2 ** 24)))).rejects.toMatchObject({ kind: 'size' })
  })

  it.each([
    ['zstd', Buffer.from('x'), 'its answer is compressed as "zstd"'],
    ['gzip, gzip', Buffer.from('x'), 'its answer is compressed as "gzip, gzip"'],
    ['constructor', Buffer.from('x'), 'its answer is compressed as "constructor"'],
    ['gzip', Buffer.from('<xml/>'), 'its answer is not the gzip that it declares'],
    ['gzip', gzipSync('x'.repeat(500)).subarray(0, 20), 'its answer is not the gzip that it declares'],
    ['br', Buffer.from('<xml/> is no brotli'), 'its answer is not the br that it declares'],
  ])('is refused with the reason: %s (%#)', async (encoding, body, message) => {
    await expect(sending(encoding, body)).rejects.toMatchObject({ kind: 'encoding', message })
  })
})

describe('a certificate that is not accepted', () => {
  const serve = ({ cert, key }: { cert: string; key: string }) =>
    portOf(createTlsServer({ cert, key }, (_, answer) => answer.end('hello')))

  it('of a private authority names what to set', async () => {
    const message = expect.stringMatching(
      /an authority that this server does not know: .* set NODE_EXTRA_CA_CERTS to a file/,
    )
    const issuer = await makeIssuer('Private')
    for (const certificate of [
      makeCertificate({ names: ['idp.test'], issuer }),
      makeCertificate({ names: ['idp.test'] }),
    ])
      await expect(request(`https://idp.test:${await serve(await certificate)}/`)).rejects.toMatchObject({
        kind: 'misconfigured',
        message,
      })
  })

  it.each([
    [{ names: ['idp.test'] }, { status: 200 }],
    [{ names: ['other.test'] }, { message: 'its certificate is for another host name' }],
    [{ names: ['idp.test'], until: '2025-06-01' }, { message: 'its certificate has expired' }],
    [{ names: ['idp.test'], from: '2098-01-01' }, { message: 'its certificate is not valid yet' }],
  ])('for another reason names that (%#)', async (options, result) => {
    const certificate = await makeCertificate(options)
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate.cert])
    try {
      const answer: unknown = await request(`https://idp.test:${await serve(certificate)}/`).catch((error) => error)
      expect(answer).toMatchObject(result)
    } finally {
      setDefaultCACertificates(before)
    }
  })
})
