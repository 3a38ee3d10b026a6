import { expect, test } from 'vitest'
import { isOfThisComputer, newProvider, providerBody, readFiles, standardAcsUrl } from './provider-values.ts'

test.each([
  [undefined, 'https://cloud.example.org', 'https://cloud.example.org'],
  [undefined, 'https://other.sys.cloud.example.org:8443', 'https://corp.sys.cloud.example.org:8443'],
  [undefined, 'http://localhost:4740', 'http://localhost:4740'],
  ['https://corp.sys.cloud.example.org', 'http://localhost:4740', 'https://corp.sys.cloud.example.org'],
])('the standard ACS URL where the operator configured %s, at %s', (consoleOrigin, page, origin) => {
  const silo = { name: 'corp', ...(consoleOrigin !== undefined && { consoleOrigin }) }
  expect(standardAcsUrl(silo, 'okra', page)).toBe(`${origin}/login/corp/saml/okra`)
})

test.each([
  ['http://localhost:4740/login/corp/saml/okra', true],
  ['https://corp.sys.localhost/login/corp/saml/okra', true],
  ['http://127.0.0.1/login/corp/saml/okra', true],
  ['http://[::1]:4740/login/corp/saml/okra', true],
  ['https://localhost.example.org/login/corp/saml/okra', false],
])('%s is of this computer: %s', (url, isLocal) => {
  expect(isOfThisComputer(url)).toBe(isLocal)
})

const values = { ...newProvider, name: 'okra', metadataUrl: 'https://idp.test/metadata' }

test('a provider by the URL of its metadata has no key pair unless both files are there', async () => {
  const publicCert = new File(['cert'], 'cert.der')
  const body = providerBody({ ...values, publicCert }, 'https://standard', await readFiles(values))
  expect(body).toMatchObject({ acsUrl: 'https://standard', idpMetadataSource: { type: 'url' } })
  expect(body).not.toHaveProperty('signingKeypair')
  expect(body).not.toHaveProperty('groupAttributeName')
})

test('files are sent as base64', async () => {
  const chosen = {
    ...values,
    standardAcs: false,
    acsUrl: 'https://own/acs',
    metadataFrom: 'file' as const,
    metadataFile: new File(['<md/>'], 'metadata.xml'),
    publicCert: new File([new Uint8Array([0, 255])], 'cert.der'),
    privateKey: new File([new Uint8Array([1, 254])], 'key.der'),
  }
  expect(providerBody(chosen, 'https://standard', await readFiles(chosen))).toMatchObject({
    acsUrl: 'https://own/acs',
    idpMetadataSource: { type: 'base64_encoded_xml', data: btoa('<md/>') },
    signingKeypair: { publicCert: 'AP8=', privateKey: 'Af4=' },
  })
})
