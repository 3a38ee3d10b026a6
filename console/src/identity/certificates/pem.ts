import type { Validator } from '~/form/validators.ts'

const has = (text: string, label: string) => new RegExp(`-----BEGIN (?:[A-Z0-9]+ )*${label}-----`).test(text)

/** A chain of certificates as text. What it says is read by the control plane alone. */
export const validateCertificate: Validator<string> = (text) => {
  if (has(text, 'PRIVATE KEY')) return 'It contains a private key, which belongs in the field below'
  return has(text, 'CERTIFICATE') ? undefined : 'Must be PEM, beginning with -----BEGIN CERTIFICATE-----'
}

export const validatePrivateKey: Validator<string> = (text) => {
  if (has(text, 'ENCRYPTED PRIVATE KEY') || /^Proc-Type: .*ENCRYPTED/m.test(text))
    return 'Must not be encrypted, since the server must read it'
  return has(text, 'PRIVATE KEY') ? undefined : 'Must be PEM, beginning with -----BEGIN PRIVATE KEY-----'
}
