import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { metadataSource, providerBody } from '../../testing/identity-provider.ts'
import { samlSite } from '../sessions/saml-fixtures.ts'

const site = samlSite()

const create = (name: string, more: object) =>
  site.server.admin.call('saml_identity_provider_create', {
    query: { silo: 'corp' },
    body: providerBody(site.idp, { name, ...more }),
  })

describe('metadata in a file', () => {
  const xml = () => {
    const { data } = metadataSource({ certificates: [site.idp.certificate] })
    return Buffer.from(data, 'base64').toString().trim()
  }
  const inFile = (bytes: Uint8Array) => ({
    idp_metadata_source: { type: 'base64_encoded_xml', data: Buffer.from(bytes).toString('base64') },
  })
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

  it.each([
    [
      'UTF-16, as programs of Windows save it',
      (text: string) => utf16(`<?xml version="1.0" encoding="UTF-16"?>${text}`),
    ],
    ['UTF-16 with the other order of bytes', (text: string) => utf16(text).swap16()],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ])('may be %s', async (name, encode) => {
    const { status, body } = await create(`in-${name.length}`, inFile(encode(xml())))
    expect([status, body.message]).toEqual([201, undefined])
  })

  it.each([
    ['gzip', () => gzipSync(xml()), 'it is a gzip file: decompress it first'],
    [
      'Latin-1',
      () => Buffer.from(`<!-- é -->${xml()}`, 'latin1'),
      'the metadata is neither UTF-8 nor UTF-16 with a byte order mark',
    ],
  ])('is refused as %s', async (_, bytes, why) => {
    expect(await create('refused', inFile(bytes()))).toMatchObject({
      status: 400,
      body: { message: `unsupported value for "idp_metadata_source": ${why}` },
    })
  })
})

describe('a key pair in PEM', () => {
  const pair = (change: (pem: string) => string) => ({
    signing_keypair: { public_cert: change(site.sp.certificatePem), private_key: change(site.sp.keyPem) },
  })

  it('is accepted as it is and in base64, and is stored like one in DER', async () => {
    const base64 = (pem: string) => Buffer.from(`${pem}\n`).toString('base64')
    for (const [name, change] of [
      ['as-it-is', (pem: string) => `\n${pem}\n`],
      ['in-base64', base64],
    ] as const) {
      const { status, body } = await create(`pem-${name}`, pair(change))
      expect([status, body.message, body.public_cert]).toEqual([201, undefined, site.sp.certificate])
    }
    const kept = await site.server.db.selectFrom('saml_identity_providers').select('private_key').execute()
    expect(new Set(kept.map(({ private_key }) => private_key))).toEqual(new Set([site.sp.keyDer, null]))
  })

  it('is refused with a passphrase, and where it is none', async () => {
    const locked = site.sp.key
      .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString()
    for (const private_key of [locked, '-----BEGIN NOTHING-----'])
      expect(
        await create('refused', { signing_keypair: { public_cert: site.sp.certificatePem, private_key } }),
      ).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining('the private key is not an RSA key in PEM or DER without a passphrase'),
        },
      })
  })
})
