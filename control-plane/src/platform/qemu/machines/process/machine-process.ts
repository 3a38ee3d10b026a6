import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { join } from 'node:path'
import { OpenFolder } from '../../../../file-system/open-folder.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { permanentOf } from '../../base/errors.ts'
import { eachProcess, isAlive, killProcess, othersInSession, startTimeOf, worksIn } from '../../base/process-id.ts'
import { runProgram } from '../../base/run-program.ts'
import type { Cgroups } from '../../cgroups/cgroups.ts'
import { hasProcesses, killProcesses } from '../../cgroups/group-processes.ts'
import { inEmptyNamespace, inNamespace } from '../../networks/commands.ts'
import type { MachineConnector } from '../../networks/machine-networks.ts'
import { giveFiles, giveLayer, takeBack } from '../files/given-files.ts'
import { machineFiles, QEMU_FOLDER } from '../files/machine-files.ts'
import type { Architecture, Accelerator } from '../order/architecture.ts'
import { machineLimits } from '../order/machine-limits.ts'
import { checkedOrder, id, type MachineOrder, type OrderedLayer, orderedLayer } from '../order/machine-order.ts'
import { MachineFolder } from '../record/machine-folder.ts'
import { bootAndPlaceOf, remains, type StartedProcess } from '../record/started-process.ts'
import { asUser, isOf, machineUser, type MachineUser, type UserRange } from '../users/machine-user.ts'
import { commandLine, guestName } from './command-line.ts'

/**
 * Starts, finds and ends the processes of machines on a host. Calls carry ids and checked values, but no paths,
 * commands or arguments, so that a helper with more rights can answer them.
 */
export interface MachineProcesses {
  /**
   * Starts the QEMU of a machine whose folder is prepared. It outlives this process. Rejects with `transient` while the
   * network of an interface is not in effect.
   */
  start(order: MachineOrder): Promise<StartedProcess>
  /** Finds the process of a machine's run: after an interrupted start no file records it. */
  find(machineId: string, runId: string, user: MachineUser | null): Promise<StartedProcess | undefined>
  /**
   * Whether the process remains and was started for this machine, and not for a machine whose folder was copied here.
   */
  owns(machineId: string, process: StartedProcess): Promise<boolean>
  /** Removes what ended runs of the machine have left on the host. */
  clear(machineId: string): Promise<void>
  /** Lets a running machine write to a layer that is linked in its folder. */
  giveLayer(given: GivenLayer): Promise<void>
  /**
   * Kills the process of a machine, and its children, if they run. Resolves before they have ended.
   * @throws `permanent` for a running process that does not belong to this machine
   */
  kill(machineId: string, process: StartedProcess): Promise<void>
}

/** A layer of a machine that runs as a user of its own. */
export interface GivenLayer {
  id: string
  user: MachineUser
  layer: OrderedLayer
}

/** What the processes of all machines have in common. */
export interface ProcessSettings {
  /** `qemu-system-…` of that architecture. */
  binary: string
  architecture: Architecture
  accelerator: Accelerator
  /** Group of the devices that machines need, such as /dev/kvm. */
  group: number | null
  /**
   * Owner of the machines' files, if each machine has its own user, which takes root's rights. Null if all use one
   * user.
   */
  owner: number | null
  /** Users of the machines, which no other data folder has. Null if all use one user. */
  users: UserRange | null
}

export interface OwnProcessesOptions extends ProcessSettings {
  /** Folder that contains a folder for each machine. */
  folder: string
  connector: MachineConnector
  cgroups: Cgroups
}

/** Forbids core dumps, which would contain the guest's memory. */
const WITHOUT_CORE = ['sh', '-c', 'ulimit -c 0 && exec "$@"', 'sh']

/** Processes that this process starts itself, without a helper. */
export class OwnProcesses implements MachineProcesses {
  readonly #options: OwnProcessesOptions

  constructor(options: OwnProcessesOptions) {
    this.#options = options
  }

  async start(value: MachineOrder): Promise<StartedProcess> {
    const { binary, architecture, accelerator, group, connector, cgroups } = this.#options
    const order = checkedOrder(value)
    const { user } = order
    this.#requireOwn(user)
    await using machine = await this.#open(order.id)
    const bootAndPlace = bootAndPlaceOf(machine.self)
    await using qemu = await machine.folder(QEMU_FOLDER)
    // First: why a start fails is read from it.
    await using log = await machine.file(machineFiles.qemuLog, constants.O_WRONLY)
    await log.truncate()
    // Left by an earlier run, whose networks may have been different.
    await machine.remove(machineFiles.networkProcess)
    await takeBack(qemu)
    const { backends, namespace } = await connector.connect(order, this.#folderOf(order.id))
    await giveFiles(qemu, order)
    const { command, folder: cgroup } = await cgroups.enter(groupName(order.id), machineLimits(order, accelerator))
    const [program, ...args] = [
      ...command,
      ...(namespace === undefined ? await inEmptyNamespace() : inNamespace(namespace)),
      ...(user === null ? [] : asUser(user, group)),
      ...WITHOUT_CORE,
      binary,
      ...commandLine({ order, architecture, accelerator, backends }),
    ]
    // A session of its own: signals to the server's terminal and process group do not reach it.
    const child = spawn(program!, args, { cwd: qemu.self, detached: true, stdio: ['ignore', log.fd, log.fd] })
    await once(child, 'spawn')
    child.unref()
    const pid = child.pid!
    return { pid, startTime: startTimeOf(pid) ?? -1, user, cgroup, bootAndPlace }
  }

  async giveLayer({ id: machineId, user, layer }: GivenLayer): Promise<void> {
    const { users } = this.#options
    if (users === null) throw new PlatformError('permanent', 'On this host machines have no users of their own')
    await using machine = await this.#open(id.parse(machineId))
    await using qemu = await machine.folder(QEMU_FOLDER)
    await giveLayer(qemu, orderedLayer.parse(layer), machineUser.parse(user))
  }

  async clear(machineId: string): Promise<void> {
    const { connector, cgroups } = this.#options
    await connector.disconnect(this.#folderOf(id.parse(machineId)))
    await cgroups.remove(groupName(machineId))
    await this.#takeBack(machineId)
  }

  async find(machineId: string, runId: string, user: MachineUser | null): Promise<StartedProcess | undefined> {
    const [folder, name] = [this.#folderOf(id.parse(machineId)), guestName(id.parse(runId))]
    const bootAndPlace = this.#bootAndPlaceOf(machineId)
    // No process works in a folder that is gone.
    if (bootAndPlace === undefined) return undefined
    const its = (pid: number, text: string) => text.split('\0').includes(name) && worksIn(pid, folder.qemu.path)
    for (const pid of await eachProcess('cmdline', (one, text) => (its(one, text) ? one : undefined))) {
      const startTime = startTimeOf(pid)
      if (startTime === undefined) continue
      const cgroup = (await this.#options.cgroups.foldersOf(groupName(machineId))).find(hasProcesses) ?? null
      return { pid, startTime, user, cgroup, bootAndPlace }
    }
    return undefined
  }

  async owns(machineId: string, target: StartedProcess): Promise<boolean> {
    return this.#wasStartedFor(machineId, target) && (await remains(target))
  }

  #wasStartedFor(machineId: string, target: StartedProcess): boolean {
    id.parse(machineId)
    return target.bootAndPlace === this.#bootAndPlaceOf(machineId) && this.#isOwn(target.user)
  }

  async kill(machineId: string, target: StartedProcess): Promise<void> {
    if (!this.#wasStartedFor(machineId, target)) {
      if (!(await remains(target))) return
      throw new PlatformError('permanent', `Process ${target.pid} runs, and is not of the machine ${machineId} here`)
    }
    for (const cgroup of await this.#options.cgroups.foldersOf(groupName(machineId))) await killProcesses(cgroup)
    if (target.user !== null) await killAll(target.user)
    // The session's leader last: while it runs, its id surely names this session.
    else if (isAlive(target)) for (const pid of [...(await othersInSession(target)), target.pid]) killProcess(pid)
  }

  #isOwn(user: MachineUser | null): boolean {
    const { users } = this.#options
    return user === null ? users === null : users !== null && isOf(users, user)
  }

  #requireOwn(user: MachineUser | null): void {
    if (this.#isOwn(user)) return
    const { users } = this.#options
    const need = users ? `need one of ${users.count} users from ${users.first} on` : 'have no users of their own'
    throw new PlatformError('permanent', `On this host machines ${need}`)
  }

  /** Undefined if the machine has no folder. */
  #bootAndPlaceOf(machineId: string): string | undefined {
    try {
      return bootAndPlaceOf(this.#folderOf(machineId).path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return undefined
    }
  }

  /** Takes back the folder of a machine that was started, or that was to be. */
  async #takeBack(machineId: string): Promise<void> {
    try {
      await using machine = await this.#open(machineId)
      await using qemu = await machine.folder(QEMU_FOLDER)
      await takeBack(qemu)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw permanentOf(error)
    }
  }

  /**
   * Opens a machine's folder, so that no link can redirect what follows: the server's user may write to these folders,
   * and this process may be root.
   */
  async #open(machineId: string): Promise<OpenFolder> {
    const { folder, owner } = this.#options
    await using machines = await OpenFolder.open(folder, owner ?? process.getuid!())
    return await machines.folder(machineId)
  }

  #folderOf(machineId: string): MachineFolder {
    return new MachineFolder(join(this.#options.folder, machineId))
  }
}

const groupName = (machineId: string) => `machine-${machineId}` as const

/** Kills all processes of that user with one call to the kernel, made as that user, so it reaches no others. */
async function killAll(user: MachineUser): Promise<void> {
  const [program, ...args] = [...asUser(user, null), 'sh', '-c', 'kill -KILL -1 2>/dev/null || true']
  await runProgram(program!, args, { cwd: '/' }).catch((error: Error & { signal?: string }) => {
    // The signal may end the shell itself first.
    if (!error.signal) throw error
  })
}
