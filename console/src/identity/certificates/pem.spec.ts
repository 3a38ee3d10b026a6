import { expect, test } from 'vitest'
import { validateCertificate, validatePrivateKey } from './pem.ts'

const pem = (label: string) => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`

test('a certificate is PEM without a key in it', () => {
  expect(validateCertificate(pem('CERTIFICATE') + pem('CERTIFICATE'))).toBeUndefined()
  expect(validateCertificate('MIIB')).toMatch(/^Must be PEM/)
  expect(validateCertificate(pem('CERTIFICATE') + pem('EC PRIVATE KEY'))).toMatch(/^It contains a private key/)
})

test('a key is PEM that is not encrypted', () => {
  for (const label of ['PRIVATE KEY', 'EC PRIVATE KEY', 'RSA PRIVATE KEY'])
    expect(validatePrivateKey(pem(label))).toBeUndefined()
  expect(validatePrivateKey(pem('CERTIFICATE'))).toMatch(/^Must be PEM/)
  expect(validatePrivateKey(pem('ENCRYPTED PRIVATE KEY'))).toMatch(/^Must not be encrypted/)
  const old = '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIB'
  expect(validatePrivateKey(old)).toMatch(/^Must not be encrypted/)
})
