import { chmod, mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type ServerProcess, startServer } from '../../../node/testing/server.ts'
import type { ProcessId } from '../base/process-id.ts'
import { runFolder } from '../host/host-identity.ts'
import { releaseUsers } from '../machines/users/claimed-users.ts'
import { command } from '../networks/commands.ts'
import { NamespaceNetworks } from '../networks/namespace-networks.ts'
import { canMakeNetworks } from '../networks/testing/netns-bed.ts'

/** Mounting is as much as making networks needs. */
export const mayMount = await canMakeNetworks()

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

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
export async function rootServers(mode: number) {
  const program = await openProgram()
  // Short, as the paths of sockets have to be.
  const parent = await mkdtemp(join(tmpdir(), 'r-'))
  const outer = join(parent, 'outer')
  await mkdir(outer)
  await chmod(parent, 0o755)
  await chmod(outer, mode)
  const [data, copy] = [join(outer, 'data'), join(outer, 'copy')]
  const started: ServerProcess[] = []
  onTestFinished(async () => {
    // Also where the test's time was over before it could end them.
    for (const server of started) await server[Symbol.asyncDispose]()
    for (const one of [data, copy]) await removeRun(one)
    await rm(parent, { recursive: true, force: true })
  })
  const start = (environment: Record<string, string> = {}, prefix: string[] = [], args: string[] = []) => {
    const all = { SKERRY_DATA: data, SKERRY_ACCELERATOR: 'tcg', ...environment }
    const server = startServer(all, ['--platform', 'qemu', ...args], program, prefix)
    started.push(server)
    return server
  }
  return { data, copy, start, root: join(program, '..', '..', '..') }
}

const identityOf = (data: string) => readFile(join(data, 'qemu', 'host.json'), 'utf8')

/** In the names of all that the folder has on this host. */
export const tagOf = async (data: string): Promise<string> =>
  (JSON.parse(await identityOf(data)) as { tag: string }).tag

async function removeRun(data: string): Promise<void> {
  if ((await identityOf(data).catch(() => '')) === '') return
  const tag = await tagOf(data)
  const folder = runFolder(tag)
  await new NamespaceNetworks({ tag, folder }).removeAll()
  await rm(folder, { recursive: true, force: true })
  releaseUsers(tag)
}

export const helperOf = async (data: string): Promise<ProcessId> =>
  JSON.parse(await readFile(join(runFolder(await tagOf(data)), 'helper.json'), 'utf8')) as ProcessId
