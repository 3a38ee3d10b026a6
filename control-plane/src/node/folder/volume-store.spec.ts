import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MemoryVolumeStore } from '../../platform/volume-store/memory-volume-store.ts'
import type { VolumeStore } from '../../platform/volume-store/volume-store.ts'
import { FileVolumeStore } from './volume-store.ts'

const MiB = 2 ** 20
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skerry-volumes-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256)

const stores: [string, () => VolumeStore][] = [
  ['files', () => new FileVolumeStore(folder, 0)],
  ['memory', () => new MemoryVolumeStore()],
]

describe.each(stores)('a store in %s', (_name, make) => {
  test('reads what was written, in any order and across extents, and zeros elsewhere', async () => {
    const store = make()
    await store.create('v')
    await store.write('v', 900 * 2 ** 30, bytes(512, 1))
    await store.write('v', 4 * MiB - 1024, bytes(2048, 2))
    await store.write('v', 4 * MiB - 512, bytes(512, 3))
    expect(await store.read('v', 900 * 2 ** 30, 1024)).toEqual(
      Uint8Array.from([...bytes(512, 1), ...new Uint8Array(512)]),
    )
    const expected = bytes(2048, 2)
    expected.set(bytes(512, 3), 512)
    expect(await store.read('v', 4 * MiB - 1024, 2048)).toEqual(expected)
    expect(await store.read('v', 0, 4096)).toEqual(new Uint8Array(4096))
    await store.flush('v')
  })

  test('a copy and its original go their own ways', async () => {
    const store = make()
    await store.create('a')
    await store.write('a', 0, bytes(4096, 1))
    await store.copy('a', 'b')
    await store.write('a', 512, bytes(512, 2))
    await store.write('b', 1024, bytes(512, 3))
    const [a, b] = [bytes(4096, 1), bytes(4096, 1)]
    a.set(bytes(512, 2), 512)
    b.set(bytes(512, 3), 1024)
    expect(await store.read('a', 0, 4096)).toEqual(a)
    expect(await store.read('b', 0, 4096)).toEqual(b)
    await store.remove('a')
    await store.remove('a')
    expect(await store.read('b', 0, 4096)).toEqual(b)
    await store.copy('b', 'c')
    await store.create('blank')
    await store.copy('blank', 'c')
    expect(await store.read('c', 0, 4096)).toEqual(new Uint8Array(4096))
  })

  test('writes that meet are all kept', async () => {
    const store = make()
    await store.create('v')
    await Promise.all(Array.from({ length: 16 }, (_, i) => store.write('v', i * 65_536, bytes(65_536, i))))
    for (let i = 0; i < 16; i++) expect(await store.read('v', i * 65_536, 65_536)).toEqual(bytes(65_536, i))
  })
})

test('a volume takes the space of what was written alone, and a copy takes none', async () => {
  const store = new FileVolumeStore(folder, 0)
  await store.create('v')
  await store.write('v', 1023 * 2 ** 30, bytes(65_536, 1))
  await store.copy('v', 'copy')
  const [extent = ''] = await readdir(join(folder, 'v'))
  const [one, other] = await Promise.all(['v', 'copy'].map((id) => stat(join(folder, id, extent))))
  expect((one?.blocks ?? Infinity) * 512).toBeLessThan(2 * 65_536 + 1)
  expect(other?.ino).toBe(one?.ino)
})

test('what was written is there for the next process', async () => {
  await new FileVolumeStore(folder, 0).write('v', 0, bytes(512, 1))
  const store = new FileVolumeStore(folder, 0)
  expect(await store.read('v', 0, 512)).toEqual(bytes(512, 1))
})

test('a copy that a process did not live to finish is removed at the next start, volumes are not', async () => {
  const store = new FileVolumeStore(folder, 0)
  await store.write('kept', 0, bytes(512, 1))
  for (const name of [`${randomUUID()}.${randomUUID()}.draft`, 'letter.draft']) await mkdir(join(folder, name))
  await store.removeDrafts()
  expect((await readdir(folder)).filter((name) => name.endsWith('.draft'))).toEqual(['letter.draft'])
  expect(await store.read('kept', 0, 512)).toEqual(bytes(512, 1))
  await new FileVolumeStore(join(folder, 'not there yet'), 0).removeDrafts()
})

test('refuses to write into the space that is to be kept free', async () => {
  const store = new FileVolumeStore(folder, Number.MAX_SAFE_INTEGER)
  await expect(store.write('v', 0, bytes(512, 1))).rejects.toMatchObject({ kind: 'no-space' })
})
