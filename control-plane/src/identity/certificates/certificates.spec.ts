import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { type CertificateOptions, makeCertificate, makeIssuer } from './self-signed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
}
const body = (name: string, pair: { cert: string; key: string }) => ({
  body: { name, description: 'for a test', service: 'external_api', ...pair },
})
const at = (certificate: string) => ({ path: { certificate } })
const inForm = (key: string, type: 'pkcs1' | 'sec1') => createPrivateKey(key).export({ format: 'pem', type }).toString()

/** The error message that the admin of silo "default" gets for a certificate. */
const refusedFor = async (options: CertificateOptions, pair: { cert?: string; key?: string } = {}) => {
  const made = { ...(await makeCertificate(options)), ...pair }
  const { status, body: answer } = await server.admin.call('certificate_create', body('refused', made))
  expect({ status, code: answer.error_code }).toEqual({ status: 400, code: 'InvalidValue' })
  return answer.message as string
}

describe('certificate_create', () => {
  it('stores certificate and chain, and returns names and expiry, never the key', async () => {
    const issuer = await makeIssuer('An issuer', { until: '2030-06-01' })
    const leaf = await makeCertificate({ names: ['default.sys.example.org', 'www.example.org'], issuer })
    const cert = `${leaf.cert}\n${issuer.cert}\n`
    const answer = await server.admin.call(
      'certificate_create',
      body('chain', { cert: `Leaf:\n${cert}`, key: leaf.key }),
    )
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'chain',
        description: 'for a test',
        service: 'external_api',
        cert,
        names: ['default.sys.example.org', 'www.example.org'],
        time_expires: '2099-01-01T00:00:00.000000Z',
        warnings: ['"CN=An issuer" expires on 2030-06-01, before the certificate itself'],
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain('PRIVATE KEY')
    for (const certificate of ['chain', answer.body.id])
      expect(await server.admin.ok('certificate_view', at(certificate))).toEqual(answer.body)
    const { items } = await server.admin.ok('certificate_list')
    expect(items).toEqual([answer.body])
  })

  it.each<[string, CertificateOptions]>([
    ['a wildcard', { names: ['*.sys.example.org'] }],
    ['its common name alone', { names: null, commonName: 'default.sys.example.org' }],
    ['use for servers', { usages: ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1'] }],
    ['an RSA key', { algorithm: RSA }],
    ['an Ed25519 key', { algorithm: { name: 'Ed25519' } }],
  ])('accepts a certificate with %s', async (what, options) => {
    const name = what.toLowerCase().replaceAll(' ', '-')
    const answer = await server.admin.call('certificate_create', body(name, await makeCertificate(options)))
    expect(answer.status).toBe(201)
  })

  it('accepts PKCS #1 and SEC 1 keys', async () => {
    const [rsa, ec] = [await makeCertificate({ algorithm: RSA }), await makeCertificate()]
    for (const pair of [
      { ...rsa, key: inForm(rsa.key, 'pkcs1') },
      { ...ec, key: inForm(ec.key, 'sec1') },
    ]) {
      const name = pair.key.includes('RSA') ? 'pkcs1' : 'sec1'
      expect((await server.admin.call('certificate_create', body(name, pair))).status).toBe(201)
    }
    const another = inForm((await makeCertificate({ algorithm: RSA })).key, 'pkcs1')
    expect(await refusedFor({ algorithm: RSA }, { key: another })).toMatch(/"private-key": it is not the key/)
  })

  it.each<[string, CertificateOptions, RegExp]>([
    ['has expired', { until: '2025-12-31' }, /"certificate": it has expired on 2025-12-31$/],
    ['covers others', { names: ['other.sys.example.org'] }, /"certificate": it does not cover default\.sys\.<domain>/],
    ['has its own name in the common name alone', { names: ['a.test'], commonName: 'default.sys.a.test' }, /not cover/],
    ['covers deeper hosts', { names: ['*.default.sys.example.org'] }, /does not cover/],
    ['is for clients', { usages: ['1.3.6.1.5.5.7.3.2'] }, /"certificate": its extended key usage/],
  ])('refuses a certificate that %s', async (_, options, message) => expect(await refusedFor(options)).toMatch(message))

  it('expires with the certificate itself, and leaves out what is expired or not needed', async () => {
    const [root, other] = [await makeIssuer('Root', { until: '2025-06-01' }), await makeIssuer('Other')]
    const issuer = await makeIssuer('Issuer', { issuer: root })
    const leaf = await makeCertificate({ issuer, until: '2027-01-01' })
    const add = async (name: string, ...chain: string[]) =>
      server.admin.ok('certificate_create', body(name, { cert: [leaf.cert, ...chain].join('\n'), key: leaf.key }))
    expect(await add('long', other.cert, root.cert, issuer.cert)).toMatchObject({
      cert: `${leaf.cert}\n${issuer.cert}`,
      time_expires: '2027-01-01T00:00:00.000000Z',
      warnings: ['Left out "CN=Root": it has expired on 2025-06-01', 'Left out "CN=Other": the chain does not need it'],
    })
    expect((await add('alone')).warnings).toEqual([
      'The issuer, "CN=Issuer", is not in the chain: clients that do not know it refuse the certificate',
    ])
    expect((await add('self', issuer.cert)).warnings).toEqual([])
  })

  it.each<[string, (pem: string) => string]>([
    ['blanks at line ends', (pem) => pem.replaceAll('\n', '  \n')],
    ['tabs at line ends', (pem) => pem.replaceAll('\n', '\t\n')],
    ['indented lines', (pem) => pem.replaceAll(/^/gm, '    ')],
    ['blank lines', (pem) => pem.replaceAll('\n', '\n\n')],
    ['CRLF', (pem) => pem.replaceAll('\n', '\r\n')],
    ['CR alone', (pem) => pem.replaceAll('\n', '\r')],
    ['a BOM', (pem) => `\ufeff${pem}`],
    ['no-break spaces around', (pem) => `\u00a0${pem.trim()}\u00a0`],
    ['no-break spaces within the lines of BEGIN', (pem) => pem.replaceAll(' ', '\u00a0')],
    ['zero-width spaces', (pem) => pem.replaceAll('\n', '\u200b\n')],
    ['one line', (pem) => pem.replaceAll('\n', '')],
    ['words around', (pem) => `subject=CN = a\n${pem}issuer=CN = b\n`],
    ['no line end at the end', (pem) => pem.trim()],
  ])('takes PEM with %s, and stores it as all programs read it', async (what, form) => {
    const issuer = await makeIssuer('Issuer')
    const leaf = await makeCertificate({ issuer })
    const cert = form(leaf.cert) + form(issuer.cert)
    const name = what.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    const added = await server.admin.ok('certificate_create', body(name, { cert, key: form(leaf.key) }))
    expect(added.cert.trim()).toBe(`${leaf.cert}\n${issuer.cert}`)
    const stored = server.db.selectFrom('certificates').select('private_key').where('id', '=', added.id)
    expect((await stored.executeTakeFirstOrThrow()).private_key).toBe(leaf.key)
  })

  it.each<[string, (pem: string) => string]>([
    ['has no end', (pem) => pem.replace(/-----END.*/, '')],
    ['has other characters', (pem) => pem.replace('M', '*')],
    ['lacks a character', (pem) => pem.replace('M', '')],
  ])('refuses a chain of which one certificate %s', async (_, broken) => {
    const [issuer, leaf] = [await makeIssuer('Issuer'), await makeCertificate()]
    expect(await refusedFor({}, { ...leaf, cert: leaf.cert + broken(issuer.cert) })).toMatch(/"certificate": it cannot/)
  })

  it('refuses what TLS cannot use, with its reason', async () => {
    const small = await makeCertificate({ algorithm: { ...RSA, modulusLength: 1024 } })
    expect(await refusedFor({}, small)).toMatch(/"certificate": TLS cannot use it with its key: .*key too small/)
  })

  it('accepts a chain of at most 16', async () => {
    const { cert } = await makeCertificate()
    const leaf = await makeCertificate()
    const chain = (issuers: number) => ({ ...leaf, cert: leaf.cert + cert.repeat(issuers) })
    expect(await refusedFor({}, chain(16))).toMatch(/"certificate": it has 17 certificates: send a chain of at most 16/)
    expect((await server.admin.call('certificate_create', body('long-chain', chain(15)))).status).toBe(201)
  })

  it.each([
    ['nothing', ''],
    ['no PEM', 'certificate'],
    ['an empty block', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'],
    ['other bytes', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['no base64', '-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----'],
  ])('refuses %s as certificate and as key', async (_, text) => {
    expect(await refusedFor({}, { cert: text })).toMatch(/^unsupported value for "certificate": it /)
    const key = text.replaceAll('CERTIFICATE', 'PRIVATE KEY')
    expect(await refusedFor({}, { key })).toMatch(/^unsupported value for "private-key": it cannot be parsed/)
  })

  it.each([
    ['a header that is folded many times', `-----BEGIN CERTIFICATE-----\na: b\n${' a: b\n'.repeat(27)}!`],
    ['the beginnings of many blocks', '-----BEGIN '.repeat(2900)],
    ['many lines without an end', `-----BEGIN CERTIFICATE-----\n${'AAAA\n'.repeat(6500)}`],
  ])('takes no time to refuse %s', async (_, text) => {
    const key = text.replaceAll('CERTIFICATE', 'PRIVATE KEY')
    for (const pair of [{ cert: text }, { key }])
      expect(await leastLargestTurn(100, () => refusedFor({}, pair))).toBeLessThan(100)
  })

  it.each([
    ['alternative names', '2.5.29.17', Uint8Array.of(1, 2, 3)],
    ['usages', '2.5.29.37', Uint8Array.of(1, 2, 3)],
    ['text of a name', '2.5.29.17', Uint8Array.of(0x30, 3, 0x82, 1, 0)],
  ])('refuses a certificate with broken %s', async (_, type, value) => {
    const made = await makeCertificate({ names: null, extensions: [[type, value]] })
    expect(await refusedFor({}, made)).toMatch(/"certificate": it cannot be parsed/)
  })

  it('refuses a certificate whose key is none', async () => {
    const { cert, key } = await makeCertificate()
    const der = Buffer.from(cert.replaceAll(/-----.*-----|\n/g, ''), 'base64')
    // The first byte of the point's coordinates.
    der[der.indexOf('03420004', 0, 'hex') + 4]! ^= 1
    const broken = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`
    expect(await refusedFor({}, { cert: broken, key })).toMatch(/"private-key": it is not the key/)
  })

  it('refuses the key of another certificate, of another type and an encrypted one', async () => {
    const others = (await makeCertificate()).key
    expect(await refusedFor({}, { key: others })).toBe(
      'unsupported value for "private-key": it is not the key of the certificate',
    )
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') => key.export({ format: 'pem', type }).toString()
    for (const key of [pem(privateKey, 'pkcs8'), pem(privateKey, 'pkcs1'), pem(curve, 'pkcs8'), pem(curve, 'sec1')])
      expect(await refusedFor({}, { key })).toMatch(/"private-key": it is not the key of the certificate/)
    const secret = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
    expect(await refusedFor({}, { key: createPrivateKey(others).export(secret).toString() })).toMatch(
      /cannot be parsed/,
    )
  })

  it('refuses RSA keys that would take seconds to sign with', async () => {
    const large = await makeCertificate({ algorithm: { ...RSA, modulusLength: 4608 } })
    expect(await refusedFor({}, large)).toMatch(/"certificate": its RSA key has more than 4096 bits$/)
    const { cert } = await makeCertificate({ algorithm: RSA })
    // That its numbers are a key is not checked before they are used.
    const number = (bits: number) => Buffer.alloc(bits / 8, 0xff).toString('base64url')
    const [n, d, p] = [number(32_768), number(32_768), number(16_384)]
    const jwk = { kty: 'RSA', e: 'AQAB', n, d, p, q: p, dp: p, dq: p, qi: p }
    const key = createPrivateKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'pkcs8' }).toString()
    expect(await refusedFor({}, { cert, key })).toMatch(/"private-key": it cannot be parsed/)
  })

  it('says that a page without HTTPS cannot check the key', async () => {
    const pair = await makeCertificate()
    using missing = vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never)
    expect(await server.admin.call('certificate_create', body('unchecked', pair))).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: expect.stringMatching(/cannot be checked here.*HTTPS/) },
    })
    expect(missing).toHaveBeenCalled()
  })

  it('refuses a name that is taken in the silo, and other services', async () => {
    const pair = await makeCertificate()
    expect((await server.admin.call('certificate_create', body('taken', pair))).status).toBe(201)
    expect(await server.admin.call('certificate_create', body('taken', pair))).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: certificate "taken"' },
    })
    const other = { body: { ...body('other', pair).body, service: 'internal' } }
    expect((await server.admin.call('certificate_create', other)).body.message).toMatch(/^unable to parse JSON body/)
    const admin = await server.user({ silo: 'admin' }, await server.silo('default-too'))
    const own = await makeCertificate({ names: ['default-too.sys.example.org'] })
    expect((await admin.call('certificate_create', body('taken', own))).status).toBe(201)
  })
})

describe('certificates', () => {
  it('with long texts are listed in smaller pages', async () => {
    const silo = await server.silo('wordy')
    const admin = await server.user({ silo: 'admin' }, silo)
    const { cert, key } = await makeCertificate()
    const long = `${cert}\n`.padEnd(32 * 2 ** 10, '\u0001')
    const names = Array.from({ length: 30 }, (_, i) => `long-${10 + i}`)
    for (const name of names) await admin.ok('certificate_create', body(name, { cert: long, key }))
    const seen: string[] = []
    for (let token: string | undefined | null; token !== null;) {
      const page = await admin.call('certificate_list', { query: { ...(token && { page_token: token }) } })
      expect(page.bytes.length).toBeLessThan(4 * 2 ** 20)
      seen.push(...page.body.items.map(({ name }: { name: string }) => name))
      token = page.body.next_page
    }
    expect(seen).toEqual(names)
  })

  it('are deleted by name or id', async () => {
    const made = await server.admin.ok('certificate_create', body('leaving', await makeCertificate()))
    expect((await server.admin.call('certificate_delete', at('leaving'))).status).toBe(204)
    for (const operation of ['certificate_delete', 'certificate_view'] as const)
      expect(await server.admin.call(operation, at(made.id))).toMatchObject({
        status: 404,
        body: { error_code: 'ObjectNotFound', message: `not found: certificate with id "${made.id}"` },
      })
  })

  it('are of one silo, also where they are asked for by name', async () => {
    const pair = await makeCertificate()
    const { id } = await server.admin.ok('certificate_create', body('guarded', pair))
    const outsider = await server.user({ silo: 'admin' }, await server.silo('foreign'))
    expect((await outsider.ok('certificate_list')).items).toEqual([])
    for (const operation of ['certificate_view', 'certificate_delete'] as const) {
      expect((await outsider.call(operation, at(id))).status).toBe(404)
      expect((await outsider.call(operation, at('guarded'))).status).toBe(404)
    }
    const fleetAdmin = await server.user({ fleet: 'admin' })
    expect((await fleetAdmin.call('certificate_view', at(id))).status).toBe(200)
    expect((await server.admin.call('certificate_list', { query: { limit: 0 } })).status).toBe(400)
  })
})
