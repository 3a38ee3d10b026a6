import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PlatformError } from '../../platform-error.ts'
import type { Cgroups } from '../cgroups/cgroups.ts'
import { machineLimits } from '../cgroups/limits.ts'
import type { MachineConnector } from '../machine-networks.ts'
import { inEmptyNamespace, inNamespace } from '../networks/commands.ts'
import type { Architecture } from './architecture.ts'
import { type Accelerator, commandLine, guestName } from './command-line.ts'
import { giveFiles, giveLayer, takeBack } from './given-files.ts'
import { machineFiles, QEMU_FOLDER } from './machine-files.ts'
import { checkedOrder, id, type MachineOrder, type OrderedLayer, orderedLayer } from './machine-order.ts'
import { MachineFolder } from './machine-state.ts'
import { asUser, machineUser, type MachineUser } from './machine-user.ts'
import { OpenFolder } from './open-folder.ts'
import { isAlive, type ProcessId, readProcess, startTimeOf, userOf, worksIn } from './process-id.ts'

/**
 * The processes of machines on a host: started, found and ended. Calls have ids and checked values, and no paths, commands
 * or arguments, so that a helper with more rights can answer them.
 */
export interface MachineProcesses {
  /**
   * Starts the QEMU of a machine whose folder is prepared. It outlives this process. Rejects with `transient` while a
   * network interface is in no network that is in force.
   */
  start(order: MachineOrder): Promise<ProcessId>
  /** The process of a machine's run: one whose start was interrupted is in no file. */
  find(machineId: string, runId: string): Promise<ProcessId | undefined>
  /** Whether it is a process of this machine, and not of one whose folder was copied to this one's. */
  owns(machineId: string, process: ProcessId): Promise<boolean>
  /** Removes what the runs of a machine that does not run have left on the host. */
  clear(machineId: string): Promise<void>
  /** Lets a running machine write a layer that is linked in its folder. */
  giveLayer(given: GivenLayer): Promise<void>
  /** Ends the process of a machine at once, if it runs. Resolves before it is over. */
  kill(machineId: string, process: ProcessId): Promise<void>
}

/** A layer of a machine that runs as a user of its own. */
export interface GivenLayer {
  id: string
  user: MachineUser
  layer: OrderedLayer
}

export interface OwnProcessesOptions {
  /** `qemu-system-…` of that architecture. */
  binary: string
  architecture: Architecture
  accelerator: Accelerator
  /** Group of the devices that machines need, such as /dev/kvm. */
  group: number | null
  /** Whose files the machines get, each as a user of its own: this process may choose it. Null if all is one user. */
  owner: number | null
  /** Where each machine has its folder. */
  folder: string
  connector: MachineConnector
  cgroups: Cgroups
}

/** A dump would keep what the guest has sent and stored. */
const WITHOUT_CORE = ['sh', '-c', 'ulimit -c 0 && exec "$@"', 'sh']

/** Processes that this process starts itself. */
export class OwnProcesses implements MachineProcesses {
  readonly #options: OwnProcessesOptions

  constructor(options: OwnProcessesOptions) {
    this.#options = options
  }

  async start(value: MachineOrder): Promise<ProcessId> {
    const { binary, architecture, accelerator, group, owner, connector, cgroups } = this.#options
    const order = checkedOrder(value)
    const { user } = order
    if ((owner === null) !== (user === null))
      throw new PlatformError(
        'permanent',
        `On this host machines ${owner === null ? 'have no' : 'need'} users of their own`,
      )
    await using machine = await this.#open(order.id)
    await using qemu = await machine.folder(QEMU_FOLDER)
    // That of an earlier run, whose networks may have been others.
    await machine.remove(machineFiles.networkProcess)
    await takeBack(qemu)
    const { backends, namespace } = await connector.connect(order, this.#folderOf(order.id))
    await giveFiles(qemu, order)
    await using log = await machine.file(machineFiles.qemuLog, constants.O_WRONLY)
    await log.truncate()
    const [program, ...args] = [
      ...(await cgroups.enter(`machine-${order.id}`, machineLimits(order, accelerator))),
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
    return { pid, startTime: startTimeOf(pid) ?? -1 }
  }

  async giveLayer({ id: machineId, user, layer }: GivenLayer): Promise<void> {
    const { owner } = this.#options
    if (owner === null) throw new PlatformError('permanent', 'On this host machines have no users of their own')
    await using machine = await this.#open(id.parse(machineId))
    await using qemu = await machine.folder(QEMU_FOLDER)
    await giveLayer(qemu, orderedLayer.parse(layer), machineUser.parse(user))
  }

  async clear(machineId: string): Promise<void> {
    const { connector, cgroups } = this.#options
    await connector.disconnect(this.#folderOf(id.parse(machineId)))
    await cgroups.remove(`machine-${machineId}`)
    await this.#takeBack(machineId)
  }

  async find(machineId: string, runId: string): Promise<ProcessId | undefined> {
    const [folder, name] = [this.#folderOf(id.parse(machineId)), guestName(id.parse(runId))]
    for (const entry of readdirSync('/proc')) {
      const pid = Number(entry)
      if (!pid || !readProcess(pid, 'cmdline').split('\0').includes(name) || !worksIn(pid, folder.qemu.path)) continue
      const startTime = startTimeOf(pid)
      if (startTime !== undefined) return { pid, startTime }
    }
    return undefined
  }

  async owns(machineId: string, target: ProcessId): Promise<boolean> {
    return isAlive(target) && worksIn(target.pid, this.#folderOf(id.parse(machineId)).qemu.path)
  }

  async kill(machineId: string, target: ProcessId): Promise<void> {
    // As root nothing but machines: their users have no other programs.
    if (this.#options.owner !== null && !machineUser.safeParse(userOf(target.pid)).success) return
    if (!(await this.owns(machineId, target))) return
    try {
      process.kill(target.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  /** What a machine has that was started, or was to be. */
  async #takeBack(machineId: string): Promise<void> {
    try {
      await using machine = await this.#open(machineId)
      await using qemu = await machine.folder(QEMU_FOLDER)
      await takeBack(qemu)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }

  /** From here on no link leads elsewhere: the server's user may write to these folders, and this process may be root. */
  async #open(machineId: string): Promise<OpenFolder> {
    const { folder, owner } = this.#options
    await using machines = await OpenFolder.open(folder, owner ?? process.getuid!())
    return await machines.folder(machineId)
  }

  #folderOf(machineId: string): MachineFolder {
    return new MachineFolder(join(this.#options.folder, machineId))
  }
}
