import { expect, test } from 'vitest'
import { DISK_HEADER_BYTES, readDiskFormat } from './disk-format.ts'

function header(magic: string, write: (fields: DataView) => void): Uint8Array {
  const head = new Uint8Array(DISK_HEADER_BYTES)
  head.set(Array.from(magic, (letter) => letter.charCodeAt(0)))
  write(new DataView(head.buffer))
  return head
}
const size = 8n * 2n ** 30n

test.each([
  ['qcow2', header('QFI\u00fb', (fields) => fields.setBigUint64(24, size))],
  ['VMDK', header('KDMV', (fields) => fields.setBigUint64(12, size / 512n, true))],
  ['VHD', header('conectix', (fields) => fields.setBigUint64(48, size))],
])('the header of a %s file says how large its disk is', (name, head) => {
  expect(readDiskFormat(head)).toEqual({ name, diskBytes: 8 * 2 ** 30 })
})

test('a raw disk has no such header, nor has a file that is shorter', () => {
  expect(readDiskFormat(new Uint8Array(DISK_HEADER_BYTES))).toBeUndefined()
  expect(readDiskFormat(Uint8Array.of(0x51, 0x46, 0x49, 0xfb))).toBeUndefined()
})

test('a size that no disk has is left to the server', () => {
  const head = header('QFI\u00fb', (fields) => fields.setBigUint64(24, 2n ** 64n - 1n))
  expect(readDiskFormat(head)).toEqual({ name: 'qcow2', diskBytes: 0 })
})
