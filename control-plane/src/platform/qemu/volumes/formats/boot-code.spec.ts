import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firmwareFor, mediumOf, type ReadDisk } from './boot-code.ts'

const CODE = [0xeb, 0x63, 0x90]
const EFI_SYSTEM = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b'
const BIOS_BOOT = '21686148-6449-6e6f-744e-656564454649'
const LINUX = '0fc63daf-8483-4772-8e79-3d69d8477de4'

/** A disk of which only some places have bytes. */
const diskOf =
  (parts: Record<number, readonly number[] | Uint8Array>): ReadDisk =>
  async (offset, length) => {
    const bytes = new Uint8Array(length)
    for (const [place, part] of Object.entries(parts))
      for (const [index, byte] of part.entries()) {
        const at = Number(place) + index - offset
        if (at >= 0 && at < length) bytes[at] = byte
      }
    return bytes
  }

const signed = { 510: [0x55, 0xaa] }
const mbr = (type: number, code: readonly number[] = []) => ({ ...signed, 0: code, 450: [type] })
const text = (value: string) => new TextEncoder().encode(value)

/** A partition's type as it stands on a disk. */
function guid(value: string): number[] {
  const bytes = value
    .replaceAll('-', '')
    .match(/../g)!
    .map((hex) => Number.parseInt(hex, 16))
  return [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((at) => bytes[at]!)
}

interface GptOptions {
  code?: readonly number[]
  sector?: number
  legacy?: boolean
  hybrid?: boolean
}

function gpt(types: readonly string[], { code = [], sector = 512, legacy = false, hybrid = false }: GptOptions = {}) {
  const header = Buffer.alloc(92)
  header.write('EFI PART')
  header.writeBigUInt64LE(2n, 72)
  header.writeUInt32LE(128, 80)
  header.writeUInt32LE(128, 84)
  const table = Buffer.alloc(128 * types.length)
  for (const [index, type] of types.entries())
    table.set([...guid(type), ...Array(32).fill(0), legacy ? 4 : 0], index * 128)
  return diskOf({ ...mbr(0xee, code), [sector]: header, [2 * sector]: table, 466: hybrid ? [0x83] : [] })
}

const catalog = (...entries: readonly (readonly number[])[]) => ({
  [16 * 2048]: text('\x01CD001'),
  [17 * 2048]: text('\0CD001\x01EL TORITO SPECIFICATION'),
  [17 * 2048 + 0x47]: [20],
  ...Object.fromEntries(entries.map((entry, index) => [20 * 2048 + 32 * index, entry])),
})

test('an ISO image is a CD, and whatever else is a disk', async () => {
  expect(await mediumOf(diskOf(catalog()))).toBe('cd')
  expect(await mediumOf(diskOf({ ...catalog(), ...mbr(0x17, CODE) }))).toBe('cd')
  const udf = { [16 * 2048]: text('\0BEA01'), [17 * 2048]: text('\0NSR03') }
  expect(await mediumOf(diskOf({ ...udf, ...mbr(0, CODE) }))).toBe('cd')
  expect(await mediumOf(diskOf(mbr(0x83, CODE)))).toBe('disk')
  expect(await mediumOf(diskOf({}))).toBe('disk')
})

describe('the firmware that a disk needs', () => {
  test.each([
    ['nothing', diskOf({}), undefined],
    ['partitions without boot code', diskOf(mbr(0x83)), undefined],
    ['boot code', diskOf(mbr(0x83, CODE)), 'bios'],
    ['an EFI partition', diskOf(mbr(0xef)), 'efi'],
    ['an EFI partition and boot code', diskOf(mbr(0xef, CODE)), 'bios'],
    ['a GPT without both', gpt([LINUX]), undefined],
    ['a GPT with an EFI partition', gpt([LINUX, EFI_SYSTEM]), 'efi'],
    ['a GPT of a disk with large sectors', gpt([EFI_SYSTEM], { sector: 4096 }), 'efi'],
    ['a GPT as Windows makes it', gpt([EFI_SYSTEM, LINUX], { code: CODE }), 'efi'],
    ['a GPT with a partition of GRUB', gpt([EFI_SYSTEM, BIOS_BOOT], { code: CODE }), 'bios'],
    ['a GPT with such a partition that is empty', gpt([EFI_SYSTEM, BIOS_BOOT]), 'efi'],
    ['a GPT with a partition for a BIOS', gpt([EFI_SYSTEM], { code: CODE, legacy: true }), 'bios'],
    ['a GPT beside other partitions', gpt([EFI_SYSTEM], { code: CODE, hybrid: true }), 'bios'],
    ['a GPT with boot code alone', gpt([LINUX], { code: CODE }), 'bios'],
    ['a GPT that is not there', diskOf(mbr(0xee, CODE)), 'bios'],
  ])('%s', async (_, read, expected) => {
    expect(await firmwareFor('disk', read)).toBe(expected)
  })
})

describe('the firmware that a CD needs', () => {
  test.each([
    ['no boot record', diskOf({}), undefined],
    ['an empty catalog', diskOf(catalog()), undefined],
    ['an entry for a BIOS', diskOf(catalog([1, 0], [0x88])), 'bios'],
    ['one for EFI', diskOf(catalog([1, 0xef], [0x88])), 'efi'],
    ['both', diskOf(catalog([1, 0], [0x88], [0x91, 0xef, 1], [0x88])), 'bios'],
    ['one for EFI after one that does not boot', diskOf(catalog([1, 0], [0], [0x91, 0xef, 1], [0x88])), 'efi'],
  ])('%s', async (_, read, expected) => {
    expect(await firmwareFor('cd', read)).toBe(expected)
  })
})

test('no content of a disk makes it fail, or read much', async () => {
  const head = fc.constantFrom(mbr(0xee), { ...signed, 512: text('EFI PART') }, catalog([1, 0]))
  const noise = fc.array(fc.tuple(fc.integer({ min: 0, max: 45_000 }), fc.uint8Array({ maxLength: 64 })))
  await fc.assert(
    fc.asyncProperty(head, noise, fc.constantFrom('disk' as const, 'cd' as const), async (base, parts, medium) => {
      const disk = diskOf({ ...Object.fromEntries(parts), ...base })
      let length = 0
      const read: ReadDisk = (offset, bytes) => {
        expect(Number.isSafeInteger(offset) && offset >= 0).toBe(true)
        length += bytes
        return disk(offset, bytes)
      }
      expect(['bios', 'efi', undefined]).toContain(await firmwareFor(medium, read))
      expect(length).toBeLessThan(64 * 1024)
    }),
  )
})
