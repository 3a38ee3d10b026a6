import { expect, test } from 'vitest'
import { newProvider, providerBody, readFiles, standardAcsUrl } from './provider-values.ts'

test.each([
  ['cloud.example.org', 'https://corp.sys.cloud.example.org/login/corp/saml/okra'],
  ['other.sys.cloud.example.org', 'https://corp.sys.cloud.example.org/login/corp/saml/okra'],
  ['localhost', 'https://corp.sys.localhost/login/corp/saml/okra'],
])('the standard ACS URL at %s', (host, url) => {
  expect(standardAcsUrl('corp', 'okra', host)).toBe(url)
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
