import { expect, it } from 'vitest'
import { GIB } from '../../kernel/bytes.ts'
import { diskSize, imageSize } from './disk-size.ts'

const qcow2 = (version: number, sizeBytes: bigint): Uint8Array => {
  const header = new DataView(new ArrayBuffer(104))
  header.setUint32(0, 0x51_46_49_fb)
  header.setUint32(4, version)
  header.setBigUint64(24, sizeBytes)
  return new Uint8Array(header.buffer)
}

it('reads the size of the disk in a qcow2 image', () => {
  expect(diskSize(qcow2(3, 3n * 2n ** 30n), 400_000)).toBe(3n * 2n ** 30n)
  expect(diskSize(qcow2(2, 2n ** 63n), 400_000)).toBe(2n ** 63n)
  // Not at the start of its buffer.
  const shifted = new Uint8Array([0, ...qcow2(3, 512n)]).subarray(1)
  expect(diskSize(shifted, 400_000)).toBe(512n)
})

it('takes any other file as the disk itself', () => {
  expect(diskSize(new Uint8Array(64), 400_000)).toBe(400_000n)
  expect(diskSize(new Uint8Array([0x51, 0x46, 0x49, 0xfb]), 4)).toBe(4n)
  expect(diskSize(new Uint8Array(), 0)).toBe(0n)
})

it('gives an image room for its disk in whole GiB, and for a file that is larger', () => {
  expect(imageSize(1n, 400_000)).toBe(GIB)
  expect(imageSize(10n * BigInt(GIB), 400_000)).toBe(10 * GIB)
  expect(imageSize(10n * BigInt(GIB), 10 * GIB + 65_536)).toBe(11 * GIB)
})
