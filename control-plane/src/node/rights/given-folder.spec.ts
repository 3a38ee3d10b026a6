import { chown, link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDataFolder } from '../folder/data-folder.ts'
import { giveFolder } from './given-folder.ts'

const account = { uid: 12_345, gid: 12_345 }
const OTHER = 23_456

async function dataAndOutside() {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-given-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [data, outside] = [join(folder, 'data'), join(folder, 'outside')]
  for (const made of [join(data, 'qemu', 'storage'), join(data, 'others', 'in'), outside])
    await mkdir(made, { recursive: true })
  for (const file of [join(data, 'qemu', 'host.json'), join(outside, 'file')]) await writeFile(file, '')
  await chown(join(data, 'others'), OTHER, OTHER)
  const ownersOf = (...paths: string[]) => Promise.all(paths.map(async (path) => (await stat(join(folder, path))).uid))
  return { folder, data, outside, ownersOf }
}

test.runIf(process.getuid?.() === 0)(
  'what root has made in a folder of the account is given, and nothing that the account could have put there',
  async () => {
    const { data, outside, ownersOf } = await dataAndOutside()
    await link(join(outside, 'file'), join(data, 'linked'))
    await symlink(outside, join(data, 'led'))
    await chown(data, account.uid, account.gid)
    giveFolder(prepareDataFolder(data), account)
    expect(await ownersOf('data/qemu', 'data/qemu/storage', 'data/qemu/host.json')).toEqual(Array(3).fill(account.uid))
    expect(await ownersOf('outside', 'outside/file', 'data/others', 'data/others/in')).toEqual([0, 0, OTHER, 0])
  },
)

test.runIf(process.getuid?.() === 0)(
  'a folder of root is given whole, also by a link of root, and by no link of the account',
  async () => {
    const { folder, data, ownersOf } = await dataAndOutside()
    const [own, planted] = [join(folder, 'own'), join(folder, 'accounts', 'planted')]
    await mkdir(join(folder, 'accounts'))
    for (const path of [own, planted]) await symlink(data, path)
    await chown(join(folder, 'accounts'), account.uid, account.gid)
    expect(() => prepareDataFolder(planted)).toThrow('or such a user may replace it')
    expect(await ownersOf('data', 'data/qemu')).toEqual([0, 0])
    giveFolder(prepareDataFolder(own), account)
    expect(await ownersOf('data', 'data/qemu/host.json', '.')).toEqual([account.uid, account.uid, 0])
  },
)
