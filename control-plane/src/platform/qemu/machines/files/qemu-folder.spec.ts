import { mkdtemp, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { QemuFolder } from './qemu-folder.ts'

const INITIAL = 'variables of a new machine'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'folder-'))
  onTestFinished(() => rm(path, { recursive: true }))
  const initial = join(path, 'initial')
  await writeFile(initial, INITIAL)
  const qemu = new QemuFolder(path)
  await qemu.prepare(new Uint8Array(), [], false)
  const variables = qemu.file('efiVariables')
  return { path, qemu, variables, begin: () => qemu.prepareEfi(initial) }
}

test('variables of EFI that a machine left are kept', async () => {
  const { variables, begin } = await folder()
  await begin()
  await writeFile(variables, INITIAL.toUpperCase())
  const { ino } = await stat(variables)
  await begin()
  expect(await readFile(variables, 'utf8')).toBe(INITIAL.toUpperCase())
  expect((await stat(variables)).ino).toBe(ino)
})

test.each([0, INITIAL.length - 1, 2 ** 40])(
  'variables of EFI of %d bytes, which do not start, are replaced',
  async (length) => {
    const { variables, begin } = await folder()
    await begin()
    await truncate(variables, length)
    await begin()
    expect(await readFile(variables, 'utf8')).toBe(INITIAL)
  },
)

test('a link is neither taken for variables of EFI nor written through', async () => {
  const { path, variables, begin } = await folder()
  const other = join(path, 'other')
  await writeFile(other, INITIAL.toUpperCase())
  for (const link of [variables, `${variables}.draft`]) await symlink(other, link)
  await begin()
  expect(await readFile(variables, 'utf8')).toBe(INITIAL)
  expect(await readFile(other, 'utf8')).toBe(INITIAL.toUpperCase())
})

describe('the layers that a run was given', () => {
  const names = ['1.raw', '2.raw']

  async function given() {
    const { path, qemu } = await folder()
    const layers = names.map((name) => ({ path: join(path, name), format: 'raw' as const }))
    for (const layer of layers) {
      await writeFile(layer.path, '')
      await qemu.link(layer, 'write', false)
    }
    return { path, qemu, layers }
  }

  test('are known to a later process until they are removed, or the run is over', async () => {
    const { path, qemu } = await given()
    const later = new QemuFolder(path)
    await later.load()
    for (const one of [qemu, later]) expect([...one.layers].toSorted()).toEqual(names)
    await later.unlink((name) => name === '2.raw')
    expect([...later.layers]).toEqual(['2.raw'])
    await later.unlink()
    expect(later.layers.size).toBe(0)
    expect((await readdir(qemu.path)).filter((name) => name.endsWith('.raw'))).toEqual([])
  })

  test('are linked all the time, also when the machine may write them or no longer', async () => {
    const { qemu, layers } = await given()
    const past = new Date(0)
    await utimes(qemu.path, past, past)
    await qemu.link(layers[0]!, 'read', false)
    expect((await stat(qemu.path)).mtime).toEqual(past)
  })

  test('are those of the storage, also when a file there was replaced', async () => {
    const { path, qemu, layers } = await given()
    await rm(join(path, '1.raw'))
    await writeFile(join(path, '1.raw'), 'restored')
    await qemu.link(layers[0]!, 'read', false)
    expect(await readFile(join(qemu.path, '1.raw'), 'utf8')).toBe('restored')
  })
})
