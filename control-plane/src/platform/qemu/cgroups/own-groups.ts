import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../interface/platform-error.ts'
import { isThere } from '../base/is-there.ts'
import {
  type CgroupName,
  type Cgroups,
  type Controller,
  controllers,
  type Entrance,
  type GroupLimits,
} from './cgroups.ts'

/** Microseconds after which a group's share of processor time is renewed. */
const PERIOD = 100_000
const ENTER_SCRIPT = 'echo 0 >"$1" && shift && exec "$@"'
/** Time limit to remove a group: the kernel first frees the memory of a large machine. */
const REMOVE_MS = 10_000
const EMPTY_POLL_MS = 20
/** Cgroup to which the processes move that were in the parent of the machines' group. */
export const SERVER_GROUP = 'skerry-server'
/** Processes that start meanwhile are moved by the next attempt. */
const ATTEMPTS = 10

/** Cgroups that this process creates itself, in a part of cgroup v2 that belongs to it. */
export class OwnGroups implements Cgroups {
  readonly #folder: string
  readonly #controllers: readonly Controller[]

  constructor(folder: string, available: readonly Controller[]) {
    this.#folder = folder
    this.#controllers = available
  }

  async enter(name: CgroupName, limits: GroupLimits): Promise<Entrance> {
    const path = join(this.#folder, name)
    try {
      await makeGroup(path)
      for (const controller of this.#controllers) await limit[controller](path, limits)
    } catch (error) {
      throw new PlatformError('transient', `The limits of ${name} cannot be set: ${(error as Error).message}`, error)
    }
    return { command: ['sh', '-c', ENTER_SCRIPT, 'sh', join(path, 'cgroup.procs')], folder: path }
  }

  async foldersOf(name: CgroupName): Promise<string[]> {
    return [join(this.#folder, name)]
  }

  async remove(name: CgroupName): Promise<void> {
    const end = performance.now() + REMOVE_MS
    // If the kernel cannot end a process, the next start of the server removes its group.
    while (!(await removeGroup(join(this.#folder, name))) && performance.now() < end) await delay(EMPTY_POLL_MS)
  }
}

const limit: Record<Controller, (path: string, limits: GroupLimits) => Promise<void>> = {
  memory: async (path, { memoryBytes }) => {
    await writeFile(join(path, 'memory.max'), `${memoryBytes}`)
    // The file is missing if the kernel does not count swapped memory.
    const swap = join(path, 'memory.swap.max')
    if (await isThere(swap)) await writeFile(swap, `${memoryBytes}`)
    await writeFile(join(path, 'memory.oom.group'), '1')
  },
  cpu: async (path, { cpus, weight }) => {
    await writeFile(join(path, 'cpu.max'), `${cpus * PERIOD} ${PERIOD}`)
    await writeFile(join(path, 'cpu.weight'), `${weight}`)
  },
  pids: (path, { tasks }) => writeFile(join(path, 'pids.max'), `${tasks}`),
}

/**
 * Creates the group that contains the machines' groups, and removes groups in it whose processes have ended. Moves the
 * processes out of the parent, unless that is the root cgroup: a group that limits others must not have processes.
 * @returns its folder, and the controllers that work there
 */
export async function prepareGroups(
  above: string,
  name: string,
): Promise<{ folder: string; controllers: Controller[] }> {
  const folder = join(above, name)
  await makeGroup(folder)
  await removeEmptyGroups(folder)
  if (await isThere(join(above, 'cgroup.type'))) await moveProcesses(above)
  for (const group of [above, folder]) await enableControllers(group)
  return { folder, controllers: await controllersIn(folder, 'cgroup.subtree_control') }
}

/** Removes the group that contains the machines' groups, if nothing runs in them. */
export async function removeGroups(above: string, name: string): Promise<void> {
  await removeEmptyGroups(join(above, name))
  await removeGroup(join(above, name))
}

/** The controllers that are listed in a file of a group. */
export async function controllersIn(
  group: string,
  file: 'cgroup.controllers' | 'cgroup.subtree_control',
): Promise<Controller[]> {
  const listed = (await readFile(join(group, file), 'utf8')).split(/\s+/)
  return controllers.filter((controller) => listed.includes(controller))
}

async function removeEmptyGroups(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await removeGroup(join(folder, entry.name))
}

async function moveProcesses(group: string): Promise<void> {
  const target = join(group, SERVER_GROUP)
  await makeGroup(target)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pids = (await readFile(join(group, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean)
    if (pids.length === 0) return
    for (const pid of pids) await writeFile(join(target, 'cgroup.procs'), pid).catch(ignore('ESRCH'))
  }
}

/** Enables the controllers one by one, so that a missing or refused one does not keep the others away. */
async function enableControllers(group: string): Promise<void> {
  for (const controller of await controllersIn(group, 'cgroup.controllers'))
    await writeFile(join(group, 'cgroup.subtree_control'), `+${controller}`).catch(ignore('EBUSY', 'EINVAL', 'ENOENT'))
}

const makeGroup = (path: string): Promise<void> => mkdir(path).catch(ignore('EEXIST'))

/** Resolves to whether the group is gone: the kernel keeps one that has a process. */
async function removeGroup(path: string): Promise<boolean> {
  try {
    await rmdir(path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'EBUSY') return false
    throw error
  }
}

const ignore =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error
  }
