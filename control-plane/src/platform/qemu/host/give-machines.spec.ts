import { once } from 'node:events'
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OpenFolder } from '../../../file-system/open-folder.ts'
import { giveMachines } from './give-machines.ts'

const [ACCOUNT, MACHINE] = [1_899_999_000, 1_900_000_000]
const account = { uid: ACCOUNT, gid: ACCOUNT }

async function giveAll(path: string) {
  await using machines = await OpenFolder.open(path, ACCOUNT)
  await giveMachines(machines, account)
}

/** The folder of a machine that an earlier version has started: the machine may write where its files are. */
async function ofEarlierVersion() {
  const machines = await mkdtemp(join(tmpdir(), 'give-'))
  onTestFinished(() => rm(machines, { recursive: true }))
  const [machine, qemu] = [join(machines, 'm'), join(machines, 'm', 'qemu')]
  await mkdir(qemu, { recursive: true })
  const server = createServer().listen(join(qemu, 'qmp.sock'))
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  for (const name of ['a.raw', 'serial.log']) await writeFile(join(qemu, name), name)
  await chown(join(qemu, 'a.raw'), MACHINE, MACHINE)
  for (const path of [machines, machine, join(qemu, 'serial.log'), join(qemu, 'qmp.sock')])
    await chown(path, ACCOUNT, ACCOUNT)
  await chown(qemu, ACCOUNT, MACHINE)
  await chmod(qemu, 0o1770)
  return { machines, qemu }
}

test.runIf(process.getuid?.() === 0)(
  'a machine can no longer write where its files are, and its sockets are its own',
  async () => {
    const { machines, qemu } = await ofEarlierVersion()
    await mkdir(join(qemu, 'x.raw'), { mode: 0 })
    await lchown(join(qemu, 'x.raw'), ACCOUNT, MACHINE)
    await symlink('/etc/passwd', join(qemu, 'y.raw'))
    await lchown(join(qemu, 'y.raw'), MACHINE, MACHINE)
    await giveAll(machines)
    const owners = await Promise.all(
      ['.', 'a.raw', 'qmp.sock', 'serial.log'].map(async (name) => {
        const { uid, gid, mode } = await lstat(join(qemu, name))
        return [name, uid, gid, (mode & 0o7777).toString(8)]
      }),
    )
    expect(owners).toEqual([
      ['.', ACCOUNT, MACHINE, '750'],
      ['a.raw', ACCOUNT, MACHINE, '660'],
      ['qmp.sock', MACHINE, MACHINE, expect.any(String)],
      ['serial.log', ACCOUNT, ACCOUNT, '644'],
    ])
    expect((await readdir(qemu)).toSorted()).toEqual(['a.raw', 'qmp.sock', 'serial.log'])
  },
)

test.runIf(process.getuid?.() === 0)('nothing in a folder to which a link of the account leads is given', async () => {
  const { machines, qemu } = await ofEarlierVersion()
  const foreign = await mkdtemp(join(tmpdir(), 'foreign-'))
  onTestFinished(() => rm(foreign, { recursive: true }))
  await writeFile(join(foreign, 'a.raw'), '')
  await chown(join(foreign, 'a.raw'), MACHINE, MACHINE)
  await rm(qemu, { recursive: true })
  await symlink(foreign, qemu)
  await lchown(qemu, ACCOUNT, ACCOUNT)
  await giveAll(machines)
  expect((await lstat(join(foreign, 'a.raw'))).uid).toBe(MACHINE)
})
