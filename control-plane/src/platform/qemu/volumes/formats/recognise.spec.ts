import { describe, expect, test } from 'vitest'
import { leastLargestTurn } from '../../../../clock/largest-turn.ts'
import type { PlatformError } from '../../../interface/platform-error.ts'
import { hostileImages, qcow2, vhd, vmdk } from './hostile.fixtures.ts'
import type { ImageFile } from './image-file.ts'
import { recognise } from './recognise.ts'

const MiB = 2 ** 20
/** No check of a header needs to read more. */
const MAX_READ = 40 * MiB
/** Of CPU time: many times what the longest description takes. */
const MAX_MS = 500

/** A file in memory, which counts what is read of it. */
function fileOf(bytes: Buffer): ImageFile & { total: number; largest: number } {
  const file = {
    length: bytes.length,
    total: 0,
    largest: 0,
    async read(offset: number, length: number) {
      file.total += length
      file.largest = Math.max(file.largest, length)
      const part = Buffer.alloc(length)
      bytes.copy(part, 0, offset, offset + length)
      return part
    },
  }
  return file
}

describe('an image', () => {
  test.each([
    { format: 'qcow2', image: qcow2() },
    { format: 'vmdk', image: vmdk() },
    { format: 'vpc', image: vhd() },
  ])('in the format $format is recognised with the size of its disk', async ({ format, image }) => {
    expect(await recognise(fileOf(image))).toEqual({ format, sizeBytes: 64 * MiB, contentBytes: image.length })
  })

  test.each([
    { name: 'zeros', image: Buffer.alloc(4096) },
    { name: 'nothing', image: Buffer.alloc(0) },
    { name: 'a boot sector', image: Buffer.from('\xeb\x63\x90'.padEnd(510, '\0') + '\x55\xaa', 'latin1') },
    { name: 'the name of a format elsewhere', image: Buffer.from('\0QFI\xfb conectix KDMV', 'latin1') },
    { name: 'an encrypted disk', image: Buffer.from('LUKS\xba\xbe'.padEnd(4096), 'latin1') },
  ])('that begins with $name is a raw disk', async ({ image }) => {
    expect(await recognise(fileOf(image))).toEqual({ format: 'raw', contentBytes: image.length })
  })

  test.each(hostileImages)('is refused: $name', async ({ image, reason }) => {
    const file = fileOf(image)
    await expect(recognise(file)).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(reason) })
    expect(file.total).toBeLessThan(MAX_READ)
  })

  test.each(['\n', ' ', '\t\n', 'RW ', 'RW 1 SPARSE ', 'parentCID ', 'createType = "'])(
    'with a description of nothing but %j takes little time',
    async (filling) => {
      const description = vmdk()
        .subarray(512, 21 * 512)
        .toString('latin1')
        .split('\0')[0]!
      const longest = Buffer.alloc(65_536, filling)
      longest.write(description, longest.length - description.length, 'latin1')
      const start = vmdk(undefined, (image) => {
        image.writeBigUInt64LE(BigInt(image.length / 512), 28)
        image.writeBigUInt64LE(128n, 36)
      })
      const image = fileOf(Buffer.concat([start, longest]))
      const turn = await leastLargestTurn(MAX_MS, () => recognise(image).catch(() => {}))
      expect(turn).toBeLessThan(MAX_MS)
    },
  )

  const longest = 32 * MiB
  test.each([
    {
      format: 'qcow2',
      start: qcow2((image) => image.writeUInt32BE(longest / 8, 36)),
      filling: 0,
    },
    {
      format: 'vmdk',
      start: vmdk(undefined, (image) => {
        image.writeBigUInt64LE(BigInt(longest / 4) * 128n * 512n, 12)
        image.writeBigUInt64LE(BigInt(image.length / 512), 56)
      }),
      filling: 0,
    },
    {
      format: 'vpc',
      start: vhd((image) => {
        image.writeBigUInt64BE(BigInt(image.length), 528)
        image.writeUInt32BE(longest / 4, 540)
      }),
      filling: 0xff,
    },
  ])('in the format $format is read in pieces, between which other work has its turn', async (one) => {
    const file = fileOf(Buffer.concat([one.start, Buffer.alloc(longest, one.filling)]))
    expect(await recognise(file)).toMatchObject({ format: one.format })
    expect(file.total).toBeGreaterThan(longest)
    expect(file.largest).toBeLessThanOrEqual(65_536)
  })

  test('in the format qcow2 with large clusters has its L2 tables read in pieces too', async () => {
    const cluster = 2 * MiB
    const header = qcow2((image) => {
      image.writeUInt32BE(21, 20)
      image.writeBigUInt64BE(BigInt(2 * cluster), 40)
      image.writeBigUInt64BE(BigInt(cluster), 48)
    })
    const bytes = Buffer.alloc(4 * cluster)
    header.copy(bytes, 0, 0, 512)
    bytes.writeBigUInt64BE(BigInt(3 * cluster), 2 * cluster)
    const file = fileOf(bytes)
    expect(await recognise(file)).toMatchObject({ format: 'qcow2' })
    expect(file.total).toBeGreaterThan(cluster)
    expect(file.largest).toBeLessThanOrEqual(65_536)
  })

  test('is recognised or refused with a reason, whichever byte of its header is changed', async () => {
    for (const image of [qcow2(), vmdk(), vhd()])
      for (let at = 0; at < 128; at++)
        for (const value of [0, 0x7f, 0xff]) {
          const changed = Buffer.from(image)
          changed[at] = value
          const file = fileOf(changed)
          const kind = await recognise(file).then(
            () => 'refused',
            (error: PlatformError) => error.kind,
          )
          expect(kind).toBe('refused')
          expect(file.total).toBeLessThan(MAX_READ)
        }
  })
})
