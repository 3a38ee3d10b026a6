import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findCgroups, thisCgroupHost } from '../../control-plane/src/platform/qemu/cgroups/find-cgroups.ts'
import { removeGroups } from '../../control-plane/src/platform/qemu/cgroups/own-groups.ts'
import { releaseUsers } from '../../control-plane/src/platform/qemu/machines/users/claimed-users.ts'
import { NamespaceNetworks } from '../../control-plane/src/platform/qemu/networks/namespace-networks.ts'

/** Ends what a server with real machines leaves on the host, so that they go on without it: machines, networks and cgroups. */
export async function endRealMachines(dataFolder: string): Promise<void> {
  const killed: string[] = []
  for (const pid of await readdir('/proc')) {
    const folder = await readlink(join('/proc', pid, 'cwd')).catch(() => '')
    if (!folder.startsWith(dataFolder)) continue
    process.kill(Number(pid), 'SIGKILL')
    killed.push(pid)
  }
  for (const pid of killed) await hasLeftNetwork(pid)
  if (process.getuid?.() !== 0) return
  const text = await readFile(join(dataFolder, 'qemu', 'host.json'), 'utf8').catch(() => '')
  if (text === '') return
  const { tag } = JSON.parse(text) as { tag: string }
  const folder = join('/run/skerry', tag)
  await new NamespaceNetworks({ tag, folder }).removeAll()
  await rm(folder, { recursive: true, force: true })
  releaseUsers(tag)
  const found = await findCgroups(thisCgroupHost())
  if (!('problem' in found) && found.kind === 'groups') await removeGroups(found.above, `skerry-${tag}`)
}

/** A killed process stays in its network namespace until its memory is freed. */
async function hasLeftNetwork(pid: string): Promise<void> {
  const isInOne = () => readlink(join('/proc', pid, 'ns', 'net')).then(Boolean, () => false)
  while (await isInOne()) await setTimeout(10)
}
