import sshpk from 'sshpk'
import { invalidValue } from '../../kernel/errors.ts'

const refused = (why: string) => invalidValue('public_key', why)

/**
 * Checks that a text is one OpenSSH public key, as authorized_keys has a line of it without options.
 * @throws 400 that says why not
 */
export function checkPublicKey(text: string): void {
  if (/PRIVATE KEY/i.test(text))
    throw refused('this is a private key, which should never leave its machine: send the public key, from a .pub file')
  const line = text.trim()
  if (/[\r\n]/.test(line)) throw refused('must be one line with one key')
  let key: sshpk.Key
  try {
    key = sshpk.parseKey(line, 'ssh')
  } catch {
    throw refused('is not an OpenSSH public key, like "ssh-ed25519 AAAA… comment"')
  }
  // DSA was given up by OpenSSH: no machine would let its owner in.
  if (key.type === 'dsa') throw refused('DSA keys are no longer accepted by SSH servers')
}
