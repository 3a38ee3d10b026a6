import type { Validator } from '~/form/validators.ts'

const types = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
]

export const validatePublicKey: Validator<string> = (text) => {
  const key = text.trim()
  if (key === '') return undefined
  if (/PRIVATE KEY/i.test(key)) return 'This is a private key, which must stay secret. Paste the public key.'
  if (/[\r\n]/.test(key)) return 'Must be one line with one key'
  const [type = '', data = ''] = key.split(/\s+/)
  if (!types.includes(type)) return `Must begin with a known key type: ${types.slice(0, 3).join(', ')}, …`
  return /^[A-Za-z0-9+/]+=*$/.test(data) ? undefined : 'The part after the type must be the key, in base64'
}
