import { chown, link, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OpenFolder, openOwned } from '../../../../file-system/open-folder.ts'
import { NoPlainFile } from '../../../../file-system/plain-file.ts'
import { plainOrder } from '../../testing/plain-order.ts'
import { layerFile } from '../order/machine-order.ts'
import { MachineFolder } from '../record/machine-folder.ts'
import { giveFiles, giveLayer, takeBack } from './given-files.ts'

const isRoot = process.getuid?.() === 0
const [OWNER, USER] = [1_899_999_000, 1_900_000_000]

/** A folder that this process's user owns, with the files of a machine. */
async function prepared() {
  const path = await mkdtemp(join(tmpdir(), 'given-'))
  onTestFinished(() => rm(path, { recursive: true }))
  const order = { ...plainOrder(), user: USER }
  const layer = order.disks[0]!.layers[0]!
  const file = join(path, layerFile(layer))
  await writeFile(file, '')
  const { qemu } = new MachineFolder(join(path, order.id))
  await mkdir(join(path, order.id))
  await qemu.prepare(new Uint8Array(), [{ chain: [{ path: file, format: layer.format }], medium: 'disk' }], true)
  const opened = (owner: number) => OpenFolder.open(qemu.path, owner)
  return { path, order, layer, qemu, opened, owner: process.getuid!() }
}

test.runIf(isRoot)('a machine can use its files, which stay those of their owner', async () => {
  const { order, layer, qemu, opened, owner } = await prepared()
  await using folder = await opened(owner)
  await giveFiles(folder, order)
  const modes = [
    [qemu.path, 0o750],
    [qemu.file('cidata'), 0o640],
    [qemu.file('serialLog'), 0o660],
    [qemu.file('serialInput'), 0o660],
    [join(qemu.path, layerFile(layer)), 0o660],
  ] as const
  const sockets = await stat(join(qemu.path, 'run'))
  expect([sockets.uid, sockets.gid, sockets.mode & 0o7777]).toEqual([USER, USER, 0o711])
  for (const [path, expected] of modes) {
    const { uid, gid, mode } = await stat(path)
    expect({ path, uid, gid, mode: mode & 0o7777 }).toEqual({ path, uid: owner, gid: USER, mode: expected })
  }
})

test.runIf(isRoot)('a layer that another machine wrote is no longer of its group', async () => {
  const { path, order, layer, qemu, opened, owner } = await prepared()
  await using folder = await opened(owner)
  await giveFiles(folder, order)
  const file = { path: join(path, layerFile(layer)), format: layer.format }
  await qemu.link(file, 'read', true)
  const { gid, mode } = await stat(file.path)
  expect([gid, mode & 0o777]).toEqual([process.getgid!(), 0o444])
})

test.runIf(isRoot).each(['symbolic', 'hard'])('a %s link to a file of somebody else is not given', async (kind) => {
  const { path, layer, qemu, opened } = await prepared()
  const secret = join(path, 'secret')
  await writeFile(secret, 'secret', { mode: 0o600 })
  const target = join(qemu.path, layerFile(layer))
  await rm(target)
  await (kind === 'hard' ? link : symlink)(secret, target)
  await chown(qemu.path, OWNER, OWNER)
  await using folder = await opened(OWNER)
  await expect(giveLayer(folder, layer, USER)).rejects.toThrow(NoPlainFile)
  const { uid, gid, mode } = await stat(secret)
  expect([uid, gid, mode & 0o777]).toEqual([0, 0, 0o600])
})

test('a symbolic link, a folder and a file of another user are not opened', async () => {
  const { path, qemu, owner } = await prepared()
  const file = qemu.file('cidata')
  await symlink(file, join(path, 'link'))
  for (const [name, user] of [
    [join(path, 'link'), owner],
    [qemu.path, owner],
    [file, owner + 1],
  ] as const)
    await expect(openOwned(name, user), name).rejects.toThrow(NoPlainFile)
  await using opened = await openOwned(file, owner)
  expect((await opened.stat()).isFile()).toBe(true)
})

test.runIf(isRoot)('what a machine has made is deleted when it is over, and nothing by a link of it', async () => {
  const { path, order, qemu, opened, owner } = await prepared()
  await using folder = await opened(owner)
  await giveFiles(folder, order)
  const outside = join(path, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'kept'), '')
  const sockets = join(qemu.path, 'run')
  await symlink(outside, join(sockets, 'link'))
  await mkdir(join(sockets, 'inner'))
  await symlink(outside, join(sockets, 'inner', 'link'))
  await takeBack(folder)
  expect((await readdir(qemu.path)).toSorted()).toEqual(
    ['cidata.img', layerFile(order.disks[0]!.layers[0]!), 'serial.log'].toSorted(),
  )
  expect(await readdir(outside)).toEqual(['kept'])
  expect((await stat(qemu.path)).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('a folder that is a link, or of another user, is not entered', async () => {
  const { path, qemu, owner } = await prepared()
  await symlink(qemu.path, join(path, 'linked'))
  await using folder = await OpenFolder.open(path, owner)
  await expect(folder.folder('linked')).rejects.toThrow(NoPlainFile)
  await expect(folder.folder('linked', OWNER)).rejects.toThrow(NoPlainFile)
  await expect(OpenFolder.open(join(path, 'linked'), OWNER)).rejects.toThrow(NoPlainFile)
  for (const name of ['..', 'linked/x']) expect(() => folder.path(name)).toThrow('is not a name')
})
