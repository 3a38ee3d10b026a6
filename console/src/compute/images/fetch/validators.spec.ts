import { expect, it } from 'vitest'
import { checksumOf, checksumProblem } from './validators.ts'

const [short, long] = ['0a'.repeat(32), 'Fe'.repeat(64)]

it.each([
  [short, 'sha256', short],
  [long, 'sha512', long],
  [`${short}  disk image.img`, 'sha256', short],
  [`${short} *disk.img`, 'sha256', short],
  [`SHA512 (disk.img) = ${long}`, 'sha512', long],
])('%s is a checksum', (text, type, value) => {
  expect(checksumProblem(text)).toBeUndefined()
  expect(checksumOf(text)).toEqual({ type, value })
})

it.each(['abc', `${short}0`, `${short}0  disk.img`, `disk.img ${short}`, `${'0'.repeat(40)}  disk.img`])(
  '%s is none',
  (text) => expect(checksumProblem(text)).toMatch(/must be 64/),
)
