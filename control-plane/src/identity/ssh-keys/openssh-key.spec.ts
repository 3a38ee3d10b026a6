import { expect, it, vi } from 'vitest'
import { isPublicKey } from './openssh-key.ts'

/** An SSH string: length and content. */
const field = (content: string | Uint8Array) => {
  const bytes = Buffer.from(content as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
const key = (type: string, ...fields: (string | Uint8Array)[]) =>
  isPublicKey(type, Buffer.concat([type, ...fields].map(field)))

const ed25519 = Buffer.alloc(32, 7)
/** The base point of P-256. */
const point = Buffer.from(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)
const offCurve = Buffer.concat([point.subarray(0, -1), Buffer.of(point.at(-1)! ^ 1)])
const exponent = Buffer.of(1, 0, 1)
const modulus = (bits: number) => Buffer.concat([Buffer.alloc(1), Buffer.alloc(bits / 8, 0xff)])

it('accepts valid keys', async () => {
  expect(await key('ssh-ed25519', ed25519)).toBe(true)
  expect(await key('sk-ssh-ed25519@openssh.com', ed25519, 'ssh:')).toBe(true)
  expect(await key('ecdsa-sha2-nistp256', 'nistp256', point)).toBe(true)
  expect(await key('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', point, 'ssh:work')).toBe(true)
  expect(await key('ssh-rsa', exponent, modulus(1024))).toBe(true)
})

it('says that a page without HTTPS cannot check a curve', async () => {
  using missing = vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never)
  await expect(key('ecdsa-sha2-nistp256', 'nistp256', point)).rejects.toThrow(/cannot be checked here/)
  expect(missing).toHaveBeenCalledOnce()
  expect(await key('ssh-ed25519', ed25519)).toBe(true)
})

it.each([
  ['a missing field', key('sk-ssh-ed25519@openssh.com', ed25519)],
  ['an additional field', key('ssh-ed25519', ed25519, 'ssh:')],
  ['an empty application', key('sk-ssh-ed25519@openssh.com', ed25519, '')],
  ['a short point', key('ssh-ed25519', ed25519.subarray(1))],
  ['a point off the curve', key('ecdsa-sha2-nistp256', 'nistp256', offCurve)],
  ['a point of another curve', key('ecdsa-sha2-nistp384', 'nistp384', point)],
  ['a curve of another name', key('ecdsa-sha2-nistp256', 'nistp384', point)],
  ['a compressed point', key('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.of(3), point.subarray(1, 33)]))],
  ['a modulus too short for OpenSSH', key('ssh-rsa', exponent, modulus(1016))],
  ['a negative modulus', key('ssh-rsa', exponent, modulus(2048).subarray(1))],
  ['an even exponent', key('ssh-rsa', Buffer.of(2), modulus(2048))],
  ['a redundant leading byte', key('ssh-rsa', Buffer.concat([Buffer.alloc(1), exponent]), modulus(2048))],
  ['a property name of every object', key('constructor')],
  ['a length beyond the end', isPublicKey('ssh-ed25519', Buffer.from('ffffffff', 'hex'))],
  ['no bytes', isPublicKey('ssh-ed25519', new Uint8Array())],
])('refuses %s', async (_what, answer) => expect(await answer).toBe(false))
