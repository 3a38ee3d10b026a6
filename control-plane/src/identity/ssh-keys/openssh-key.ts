import { subtleCrypto } from '../../kernel/services/web-crypto.ts'

/** Whether a field of a key is valid. */
type FieldCheck = (field: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>

const text = (expected: string): FieldCheck => {
  const bytes = new TextEncoder().encode(expected)
  return (field) => field.length === bytes.length && field.every((byte, i) => byte === bytes[i])
}

const ed25519: FieldCheck = (field) => field.length === 32

/** An uncompressed point on the curve, which Web Crypto verifies. */
const point =
  (namedCurve: string): FieldCheck =>
  async (field) => {
    if (field[0] !== 4) return false
    const subtle = subtleCrypto()
    try {
      await subtle.importKey('raw', field, { name: 'ECDSA', namedCurve }, false, ['verify'])
      return true
    } catch {
      return false
    }
  }

/** An odd positive number of at least `min` and at most `max` bits, as a minimal two's complement integer. */
const oddNumber =
  ({ min, max }: { min: number; max: number }): FieldCheck =>
  (field) => {
    const [first = 0x80, second = 0] = field
    if (first >= 0x80 || (first === 0 && second < 0x80)) return false
    const bits = field.length * 8 - Math.clz32(first) + 24
    return bits >= min && bits <= max && field.at(-1)! % 2 === 1
  }

/** The application string of a security key, such as `ssh:`. */
const application: FieldCheck = (field) => field.length > 0 && field.length <= 255

/** The fields of each key type after its name: RFC 4253, 5656 and 8709, and PROTOCOL.u2f of OpenSSH. */
const types: Record<string, FieldCheck[]> = {
  'ssh-ed25519': [ed25519],
  'sk-ssh-ed25519@openssh.com': [ed25519, application],
  'ecdsa-sha2-nistp256': [text('nistp256'), point('P-256')],
  'ecdsa-sha2-nistp384': [text('nistp384'), point('P-384')],
  'ecdsa-sha2-nistp521': [text('nistp521'), point('P-521')],
  'sk-ecdsa-sha2-nistp256@openssh.com': [text('nistp256'), point('P-256'), application],
  // Exponent, then modulus: the sizes that OpenSSH accepts.
  'ssh-rsa': [oddNumber({ min: 2, max: 64 }), oddNumber({ min: 1024, max: 16_384 })],
}

/** Whether bytes are a complete public key of the given type, which must be known to OpenSSH. */
export async function isPublicKey(type: string, bytes: Uint8Array): Promise<boolean> {
  if (!Object.hasOwn(types, type)) return false
  const checks = [text(type), ...types[type]!]
  const fields = fieldsOf(bytes, checks.length)
  if (fields?.length !== checks.length) return false
  for (const [i, check] of checks.entries()) if (!(await check(fields[i]!))) return false
  return true
}

/** SSH strings: a length of four bytes, then the content. Undefined when malformed or more than `most`. */
function fieldsOf(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer>[] | undefined {
  const whole = new Uint8Array(bytes)
  const view = new DataView(whole.buffer)
  const fields: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  while (offset < whole.length) {
    if (offset + 4 > whole.length || fields.length === most) return undefined
    const end = offset + 4 + view.getUint32(offset)
    if (end > whole.length) return undefined
    fields.push(whole.subarray(offset + 4, end))
    offset = end
  }
  return fields
}
