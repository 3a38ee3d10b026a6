import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesBelow, freeBytes } from './space.ts'

test('a folder that is not made yet has the room of the one that it will be in, and nothing in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-disk-'))
  try {
    await writeFile(join(folder, 'file'), Buffer.alloc(5000, 1))
    const later = join(folder, 'qemu', 'storage')
    expect(await freeBytes(later)).toBeGreaterThan(0)
    expect(await bytesBelow(later)).toBe(0)
    expect(await bytesBelow(folder)).toBeGreaterThanOrEqual(5000)
    await expect(freeBytes(join(folder, 'file', 'below'))).rejects.toThrow('ENOTDIR')
    await expect(bytesBelow(join(folder, 'file'))).rejects.toThrow('ENOTDIR')
  } finally {
    await rm(folder, { recursive: true })
  }
})
