import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { firmwareFor, type ReadDisk } from './boot-code.ts'

const run = promisify(execFile)
const MiB = 2 ** 20
const START = MiB

/** A file system that mtools make, with so many files in each of its directories before the last one. */
async function fat(format: readonly string[], mebibytes: number, path: string, before: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fat-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [image, file] = [join(folder, 'image'), join(folder, 'file')]
  await writeFile(image, Buffer.alloc(mebibytes * MiB))
  await run('mformat', ['-i', image, ...format, '::'])
  const names = path.split('/')
  for (const depth of names.keys()) {
    const directory = names
      .slice(0, depth)
      .map((name) => `/${name}`)
      .join('')
    const others = Array.from({ length: before }, (_, index) => join(folder, `other${index}.txt`))
    for (const other of others) await writeFile(other, '')
    if (before) await run('mcopy', ['-i', image, ...others, `::${directory}/`])
    if (depth + 1 < names.length) await run('mmd', ['-i', image, `::${directory}/${names[depth]}`])
  }
  await writeFile(file, 'MZ')
  await run('mcopy', ['-i', image, file, `::/${path}`])
  return readFile(image)
}

const readOf =
  (disk: Buffer): ReadDisk =>
  async (offset, length) => {
    const bytes = new Uint8Array(length)
    bytes.set(disk.subarray(offset, offset + length))
    return bytes
  }

/** The file system behind a table with one partition of that type. */
function inMbr(system: Buffer, type: number, code: readonly number[] = []): Buffer {
  const head = Buffer.alloc(START)
  head.set(code)
  head[446 + 4] = type
  head.writeUInt32LE(START / 512, 446 + 8)
  head.writeUInt32LE(system.length / 512, 446 + 12)
  head.set([0x55, 0xaa], 510)
  return Buffer.concat([head, system])
}

function inGpt(system: Buffer): Buffer {
  const disk = inMbr(system, 0xee)
  disk.write('EFI PART', 512)
  disk.writeBigUInt64LE(2n, 512 + 72)
  disk.writeUInt32LE(128, 512 + 80)
  disk.writeUInt32LE(128, 512 + 84)
  // Microsoft's basic data.
  disk.set(Buffer.from('a2a0d0ebe5b9334487c068b6b72699c7', 'hex'), 1024)
  disk.writeBigUInt64LE(BigInt(START / 512), 1024 + 32)
  return disk
}

const LOADER = 'EFI/BOOT/BOOTX64.EFI'
const FAT12 = [['-f', '2880'], 3] as const
const FAT16 = [[], 16] as const
const FAT32 = [['-F', '-c', '1'], 40] as const

describe('an EFI loader is found', () => {
  test.each([
    ['FAT12', FAT12, LOADER, 0],
    ['FAT12 with directories of several clusters', FAT12, LOADER, 40],
    ['FAT16', FAT16, LOADER, 0],
    ['FAT16 with directories of several clusters', FAT16, LOADER, 100],
    ['FAT32', FAT32, LOADER, 0],
    ['FAT32 with directories of several clusters', FAT32, LOADER, 100],
    ['FAT32, for 64-bit ARM', FAT32, 'EFI/BOOT/BOOTAA64.EFI', 0],
    ['FAT32, in lower case', FAT32, 'efi/boot/bootx64.efi', 0],
  ])('in %s, whatever the table says', async (_which, [format, mebibytes], path, before) => {
    const system = await fat(format, mebibytes, path, before)
    for (const disk of [system, inMbr(system, 0x0c), inMbr(system, 0x0b, [0xeb, 0x63]), inGpt(system)])
      expect(await firmwareFor('disk', readOf(disk))).toBe('efi')
  })

  test.each(['EFI/BOOT/GRUB.EFI', 'BOOT/BOOTX64.EFI', 'EFI/BOOTX64.EFI', 'EFI/BOOT/BOOTX64.EFI/FILE'])(
    'nowhere else: %s',
    async (path) => {
      const system = await fat(FAT16[0], FAT16[1], path, 0)
      expect(await firmwareFor('disk', readOf(system))).toBe('bios')
      expect(await firmwareFor('disk', readOf(inMbr(system, 0x0c)))).toBeUndefined()
    },
  )
})
