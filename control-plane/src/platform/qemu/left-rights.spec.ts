import { chmod, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServer } from '../../node/testing/server.ts'
import { command } from './networks/commands.ts'
import { NamespaceNetworks } from './networks/namespace-networks.ts'
import { canMakeNetworks } from './networks/testing/netns-bed.ts'
import { isAlive, type ProcessId, userOf } from './machines/process-id.ts'

/** Mounting is as much as making networks needs. */
const mayMount = await canMakeNetworks()

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The folders of this repository where everybody can read them, wherever it is itself and whoever may enter it. */
async function openProgram(): Promise<string> {
  const view = await mkdtemp(join(tmpdir(), 'skerry-program-'))
  await chmod(view, 0o755)
  const mounted: string[] = []
  onTestFinished(async () => {
    for (const folder of mounted) await command('umount', ['--lazy', folder])
    for (const name of await readdir(view)) await rmdir(join(view, name))
    await rmdir(view)
  })
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const folder = join(view, entry.name)
    await mkdir(folder)
    await command('mount', ['--bind', join(root, entry.name), folder])
    mounted.push(folder)
    // Whoever clears the folder for temporary files must not clear the repository.
    await command('mount', ['-o', 'remount,ro,bind', folder])
  }
  return join(view, 'control-plane', 'src', 'main.node.ts')
}

/** A data folder in one with these rights, and servers over it. */
async function place(mode: number) {
  const program = await openProgram()
  // Short, as the paths of sockets have to be.
  const parent = await mkdtemp(join(tmpdir(), 'r-'))
  const outer = join(parent, 'outer')
  await mkdir(outer)
  await chmod(parent, 0o755)
  await chmod(outer, mode)
  const data = join(outer, 'data')
  onTestFinished(async () => {
    const { tag, folder } = await runOf(data)
    await new NamespaceNetworks({ tag, folder }).removeAll()
    await rm(folder, { recursive: true, force: true })
    await rm(parent, { recursive: true, force: true })
  })
  const environment = { SKERRY_DATA: data, SKERRY_ACCELERATOR: 'tcg' }
  return { data, start: () => startServer(environment, ['--platform', 'qemu'], program) }
}

async function runOf(data: string): Promise<{ tag: string; folder: string }> {
  const { sledId } = JSON.parse(await readFile(join(data, 'qemu', 'host.json'), 'utf8')) as { sledId: string }
  const tag = `s${sledId.slice(0, 5)}`
  return { tag, folder: join('/run/skerry', tag) }
}

const helperOf = async (data: string): Promise<ProcessId> =>
  JSON.parse(await readFile(join((await runOf(data)).folder, 'helper.json'), 'utf8')) as ProcessId

const statusOf = ({ pid }: ServerProcess) => readFile(`/proc/${pid}/status`, 'utf8')

test.runIf(mayMount)(
  'a server of root goes on as another user, who has its data, and ends with its helper',
  async () => {
    const { data, start } = await place(0o711)
    await using server = start()
    await server.ready
    const { uid } = await stat(data)
    expect(uid).not.toBe(0)
    const status = await statusOf(server)
    expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'))
    expect(status).toMatch(/^Groups:\t\s*$/m)
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) expect(status).toMatch(new RegExp(`^${set}:\t0+$`, 'm'))
    expect(server.output()).toContain(`the server runs as user ${uid}`)
    for (const name of ['platform', 'postgres', 'qemu', 'qemu/host.json', 'qemu/storage'])
      expect((await stat(join(data, name))).uid, name).toBe(uid)
    const helper = await helperOf(data)
    expect(userOf(helper.pid)).toBe(0)

    process.kill(helper.pid, 'SIGKILL')
    expect(await server.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The helper of the host has ended'),
    })

    await using next = start()
    await next.ready
    expect(await statusOf(next)).toContain(`Uid:\t${uid}\t`)
    const second = await helperOf(data)
    next.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ code: 0 })
    expect(isAlive(second)).toBe(false)
  },
)

test.runIf(mayMount)(
  'a server whose data no other user can reach says that it stays root, until they can',
  async () => {
    const { data, start } = await place(0o700)
    await using server = start()
    await server.ready
    expect(server.output()).toMatch(/the server keeps root's rights, because user \d+ cannot read /)
    expect(await statusOf(server)).toContain('Uid:\t0\t')
    expect((await stat(data)).uid).toBe(0)
    server.kill('SIGTERM')
    await server.ended

    await chmod(join(data, '..'), 0o711)
    await using next = start()
    await next.ready
    const { uid } = await stat(data)
    expect(uid).not.toBe(0)
    expect(await statusOf(next)).toContain(`Uid:\t${uid}\t`)
    for (const name of ['platform', 'qemu/host.json', 'qemu/storage/layers'])
      expect((await stat(join(data, name))).uid, name).toBe(uid)
  },
)
