import { expect, test } from 'vitest'
import { validatePublicKey } from './public-key.ts'

test.each([
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1Yk6Z7bM3m0H3sJ1vT2r1q8cRkW5XgC1nL1q3Fz7bY ada@laptop',
  'ecdsa-sha2-nistp256 AAAAE2VjZHNh',
  '  ssh-rsa AAAAB3NzaC1yc2E= \n',
])('%s is taken', (key) => expect(validatePublicKey(key)).toBeUndefined())

test.each([
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl', /^This is a private key/],
  ['ssh-dss AAAAB3NzaC1kc3M=', /^Must begin with a known key type/],
  ['hello', /^Must begin with a known key type/],
  ['ssh-ed25519', /^The part after the type/],
  ['ssh-ed25519 not:base64', /^The part after the type/],
  ['ssh-ed25519 AAAA a\nssh-ed25519 BBBB b', /^Must be one line/],
])('%s is refused', (key, why) => expect(validatePublicKey(key)).toMatch(why))
