/** A field of a key that is as it should be. */
type FieldCheck = (field: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>

const text = (expected: string): FieldCheck => {
  const bytes = new TextEncoder().encode(expected)
  return (field) => field.length === bytes.length && field.every((byte, i) => byte === bytes[i])
}

const ed25519: FieldCheck = (field) => field.length === 32

/** An uncompressed point that lies on the curve, which the Web Crypto API knows. */
const point =
  (namedCurve: string): FieldCheck =>
  async (field) => {
    if (field[0] !== 4) return false
    try {
      await crypto.subtle.importKey('raw', field, { name: 'ECDSA', namedCurve }, false, ['verify'])
      return true
    } catch {
      return false
    }
  }

/** A positive number of at most `most` bits, in two's complement without needless bytes, of `least` bits or more. */
const odd =
  (least: number, most: number): FieldCheck =>
  (field) => {
    const [first = 0x80, second = 0] = field
    if (first >= 0x80 || (first === 0 && second < 0x80)) return false
    const bits = field.length * 8 - Math.clz32(first) + 24
    return bits >= least && bits <= most && field.at(-1)! % 2 === 1
  }

/** What the key is for, such as `ssh:`: chosen by its owner. */
const application: FieldCheck = (field) => field.length > 0 && field.length <= 255

/** The fields of each type of key, after its name: RFC 4253, 5656 and 8709, and PROTOCOL.u2f of OpenSSH. */
const types: Record<string, FieldCheck[]> = {
  'ssh-ed25519': [ed25519],
  'sk-ssh-ed25519@openssh.com': [ed25519, application],
  'ecdsa-sha2-nistp256': [text('nistp256'), point('P-256')],
  'ecdsa-sha2-nistp384': [text('nistp384'), point('P-384')],
  'ecdsa-sha2-nistp521': [text('nistp521'), point('P-521')],
  'sk-ecdsa-sha2-nistp256@openssh.com': [text('nistp256'), point('P-256'), application],
  // The modulus within what OpenSSH takes.
  'ssh-rsa': [odd(2, 64), odd(1024, 16_384)],
}

/** Whether bytes are a public key of the named type, whole, and of a type that OpenSSH knows. */
export async function isPublicKey(type: string, bytes: Uint8Array): Promise<boolean> {
  if (!Object.hasOwn(types, type)) return false
  const checks = [text(type), ...types[type]!]
  const fields = fieldsOf(bytes, checks.length)
  if (fields?.length !== checks.length) return false
  for (const [i, check] of checks.entries()) if (!(await check(fields[i]!))) return false
  return true
}

/** Strings of the SSH protocol: a length in four bytes, then as many bytes. Undefined when they do not come out even. */
function fieldsOf(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer>[] | undefined {
  const whole = new Uint8Array(bytes)
  const view = new DataView(whole.buffer)
  const fields: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  while (at < whole.length) {
    if (at + 4 > whole.length || fields.length === most) return undefined
    const end = at + 4 + view.getUint32(at)
    if (end > whole.length) return undefined
    fields.push(whole.subarray(at + 4, end))
    at = end
  }
  return fields
}
