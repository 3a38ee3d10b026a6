import { expect, it } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import { checksumOf } from './checksum-file.ts'

const A = 'a1'.repeat(32)
const B = 'b2'.repeat(32)
const LONG = 'c3'.repeat(64)

it('reads the lists of sha256sum and sha512sum', () => {
  expect(checksumOf('x.qcow2', `${A}  other.qcow2\n${B}  x.qcow2\n`)).toEqual({ type: 'sha256', value: B })
  expect(checksumOf('x.img', `${A} *other.img\r\n${B.toUpperCase()} *x.img\r\n`)).toEqual({ type: 'sha256', value: B })
  expect(checksumOf('x.qcow2', `${LONG}  ./x.qcow2`)).toEqual({ type: 'sha512', value: LONG })
})

it('reads the lists of BSD, also in a signed message', () => {
  const signed = `-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

# x.qcow2: 645988352 bytes
SHA256 (x.qcow2) = ${A}
SHA256 (x.qcow2.old) = ${B}
-----BEGIN PGP SIGNATURE-----

iQIzBAEBCAAdFiEE
-----END PGP SIGNATURE-----
`
  expect(checksumOf('x.qcow2', signed)).toEqual({ type: 'sha256', value: A })
})

it('reads a file with the checksum alone', () => {
  expect(checksumOf('x.qcow2', `${LONG}\n`)).toEqual({ type: 'sha512', value: LONG })
})

it('takes the stronger of two kinds', () => {
  const both = `SHA256 (x) = ${A}\nSHA512 (x) = ${LONG}\n`
  expect(checksumOf('x', both)).toEqual({ type: 'sha512', value: LONG })
})

it('finds nothing where the file is not listed, or with two checksums', () => {
  expect(checksumOf('x.qcow2', `${A}  x.qcow2.torrent\n`)).toBeUndefined()
  expect(checksumOf('x.qcow2', `${A}  x.qcow2\n${B}  x.qcow2\n`)).toBeUndefined()
  expect(checksumOf('x.qcow2', `${A.slice(2)}  x.qcow2\n`)).toBeUndefined()
  expect(checksumOf('x.qcow2', '<html>not found</html>')).toBeUndefined()
  expect(checksumOf('x.qcow2', '')).toBeUndefined()
})

/** Of CPU time: several times what the longest text takes. */
const MAX_MS = 100

it.each(['\n', '\r\n', ' ', 'x\n', `${A}  `, `${A}  x\n`, `${A}  y z\n`, `SHA256 (x) = ${A}\n`, 'SHA256 ('])(
  'reads a text of nothing but %j in little time',
  async (filling) => {
    const text = Buffer.alloc(2 ** 20, filling).toString()
    const turn = await leastLargestTurn(MAX_MS, async () => checksumOf('x', text))
    expect(turn).toBeLessThan(MAX_MS)
  },
)
