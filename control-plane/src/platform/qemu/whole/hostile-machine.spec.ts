import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { Bed } from '../../conformance/bed.ts'
import { logIn } from '../../conformance/terminal.ts'
import type { InstanceSpec } from '../../interface/instances.ts'
import type { PlatformError } from '../../interface/platform-error.ts'
import { asUser } from '../machines/users/machine-user.ts'
import { onQemu, type QemuSite } from '../testing/qemu-site.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const SECRET = 'a secret of the server'
const SOCKETS = ['qmp.sock', 'vnc.sock', 'agent.sock']
const HUGE = 'x'.repeat(255)

/** Replaces the sockets in each folder that the machine may write, and adds what a server could stumble over. */
const PLANT = `
for folder in $(find . -maxdepth 2 -type d -writable); do
  for name in ${SOCKETS.join(' ')}; do rm -f $folder/$name; $1 $folder/$name; done
  for name in x.raw y.qcow2 efi-variables.img.draft; do $1 $folder/$name; done
  mkdir -p $folder/closed.raw/inner $folder/${HUGE}/${HUGE}/${HUGE}
  touch $folder/-rf "$folder/$(printf 'a\\nb')"
  mkfifo $folder/fifo.raw
  chmod 0 $folder/closed.raw/inner $folder/closed.raw
done`

interface Scene {
  bed: Bed
  site: QemuSite
  spec: InstanceSpec
  /** Runs a program as the machine, in its folder. */
  asMachine(...command: string[]): Promise<{ stdout: string }>
  /** A socket that the server owns, as its database's, and the number of its clients. */
  server: { path: string; clients: () => number }
}

async function scene(): Promise<Scene> {
  const bed = await Bed.open(onQemu)
  onTestFinished(() => bed.site.dispose())
  const site = bed.site as QemuSite
  const { spec } = await bed.machine()
  const folder = site.folderOf(spec.id)
  const { user } = (await folder.readState()).run!
  const asMachine = (...command: string[]) => {
    const [program, ...args] = [...asUser(user!, null), ...command]
    return run(program!, args, { cwd: folder.qemu.path })
  }
  let clients = 0
  const path = join(site.folder, 'server.sock')
  const listening = createServer((socket) => (clients++, socket.on('error', () => {}).end(SECRET))).listen(path)
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  return { bed, site, spec, asMachine, server: { path, clients: () => clients } }
}

/** What comes from an open display or port: the kind of its error, if it does not open. */
const refused = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    ({ kind }: PlatformError) => kind,
  )

/** Tries all that leads the server to the machine's sockets, also as a server that starts again. */
async function useAll({ bed, spec }: Scene): Promise<void> {
  const { instances } = bed.platform
  expect(await refused(instances.displays.open(spec.id))).toBe('transient')
  const serial = await instances.serial.open(spec.id, { mostRecent: 0 })
  await serial.write(new TextEncoder().encode('typed\r'))
  serial.close()
  await instances.guests.report(spec.id).catch(() => {})
  await bed.restart('killed')
  expect(await bed.listed(spec.id)).toHaveLength(1)
}

test.runIf(isRoot)('a machine can write to no folder but the one of its sockets', async () => {
  const { asMachine } = await scene()
  const { stdout } = await asMachine('find', '.', '-maxdepth', '2', '-type', 'd', '-writable')
  expect(stdout).toBe('./run\n')
  for (const command of ['touch x', 'mkdir x', 'ln -s x x', 'mv cidata.img run', 'rm -f serial.log', 'mv run x'])
    await expect(asMachine('sh', '-c', command), command).rejects.toThrow(/Permission denied|cannot/)
})

test.runIf(isRoot).each([
  ['links to a socket of the server', 'ln -s ../../../../server.sock'],
  ['links to a socket of the server from a folder below', 'ln -s ../../../server.sock'],
  ['folders', 'mkdir'],
  ['folders that are closed', 'mkdir -m 0'],
  ['FIFOs', 'mkfifo'],
  ['files', 'touch'],
])(
  'where a machine puts %s in place of its sockets, the server uses none of them and nothing hangs',
  async (_, plant) => {
    const here = await scene()
    const { bed, site, spec, asMachine, server } = here
    await asMachine('sh', '-c', PLANT, 'sh', plant)
    await bed.snapshot(spec.volumes[0]!.id)
    await useAll(here)
    expect(server.clients()).toBe(0)
    const { instances } = bed.platform
    await instances.stop(spec.id)
    expect(await bed.listed(spec.id)).toEqual([])
    await bed.start(spec)
    await instances.displays.open(spec.id)
    await asMachine('sh', '-c', PLANT, 'sh', plant)
    await instances.release(spec.id)
    expect(await readdir(join(site.folder, 'machines'))).toEqual([])
    expect(await readdir(site.folder)).toContain('server.sock')
  },
  onQemu.limitMs,
)

test.runIf(isRoot)(
  'the socket of another machine, or of the server, is not that of a machine',
  async () => {
    const here = await scene()
    const { bed, site, spec, asMachine, server } = here
    const other = (await bed.machine()).spec
    const sockets = join(site.folderOf(spec.id).qemu.path, 'run')
    await asMachine('sh', '-c', `rm ${SOCKETS.map((name) => `run/${name}`).join(' ')}`)
    // As on a host where anyone may link to files of others.
    for (const name of SOCKETS) await link(server.path, join(sockets, name))
    await useAll(here)
    expect(server.clients()).toBe(0)
    for (const name of SOCKETS) {
      await rm(join(sockets, name))
      await link(join(site.folderOf(other.id).qemu.path, 'run', name), join(sockets, name))
    }
    await useAll(here)
    await bed.platform.instances.displays.open(other.id)
  },
  onQemu.limitMs,
)

test.runIf(isRoot)(
  'a machine that fills the FIFO of its serial port keeps nobody from using and stopping it',
  async () => {
    const { bed, spec, asMachine } = await scene()
    await logIn(bed, spec.id)
    await asMachine('sh', '-c', 'timeout 1 cat /dev/zero >serial.in || true')
    const { instances } = bed.platform
    const serial = await instances.serial.open(spec.id, { mostRecent: 0 })
    const written = serial.write(new Uint8Array(2 ** 20))
    expect((await instances.serial.history(spec.id, { fromStart: 0 })).endOffset).toBeGreaterThan(0)
    await instances.stop(spec.id)
    await expect(written).resolves.toBeUndefined()
  },
  onQemu.limitMs,
)

test.runIf(isRoot)('variables of EFI are never written through what a machine has made', async () => {
  const { site, spec, asMachine, bed } = await scene()
  const secret = join(site.folder, 'secret')
  await writeFile(secret, SECRET, { mode: 0o600 })
  for (const folder of ['.', 'run'])
    await asMachine('ln', '-s', secret, `${folder}/efi-variables.img.draft`).catch(() => {})
  await bed.platform.instances.stop(spec.id)
  const initial = join(site.folder, 'initial')
  await writeFile(initial, 'variables')
  await site.folderOf(spec.id).qemu.prepareEfi(initial)
  expect(await readFile(secret, 'utf8')).toBe(SECRET)
  expect(await readFile(site.folderOf(spec.id).qemu.file('efiVariables'), 'utf8')).toBe('variables')
})
