import { mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
