import { MAX_PUBLIC_KEY_BYTES } from '@skerry/contract/rules/ssh-keys.ts'
import { fromBase64 } from '../../kernel/http/base64.ts'
import { invalidValue } from '../../kernel/http/errors.ts'
import { isPublicKey } from './openssh-key.ts'

const invalidKey = (why: string) => invalidValue('public_key', why)

/**
 * The OpenSSH public key that a text is, as a line of authorized_keys without options. Editors add a byte order mark,
 * blanks and line ends around it, with which SSH servers would skip the line.
 * @throws 400 with the reason
 */
export async function publicKeyLine(text: string): Promise<string> {
  if (/PRIVATE KEY/i.test(text))
    throw invalidKey('this is a private key, which must stay secret: send the public key, from a .pub file')
  const line = text.trim()
  if (/[\r\n\u2028\u2029]/.test(line)) throw invalidKey('must be one line with one key')
  if (new TextEncoder().encode(line).length > MAX_PUBLIC_KEY_BYTES)
    throw invalidKey(`must be at most ${MAX_PUBLIC_KEY_BYTES} bytes`)
  if (/[^\t\P{Cc}]/u.test(line)) throw invalidKey('must not have control characters')
  const [type = '', encoded = ''] = line.split(/[ \t]+/, 2)
  // OpenSSH has removed DSA: no server would accept the key.
  if (type === 'ssh-dss') throw invalidKey('DSA keys are no longer accepted by SSH servers')
  const bytes = fromBase64(encoded)
  if (!bytes || !(await isPublicKey(type, bytes)))
    throw invalidKey('is not an OpenSSH public key of a known type, like "ssh-ed25519 AAAA… comment"')
  return line
}
