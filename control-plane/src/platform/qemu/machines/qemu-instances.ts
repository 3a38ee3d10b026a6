import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../../../file-system/if-missing.ts'
import type { Events } from '../../interface/events.ts'
import {
  type Displays,
  type Guests,
  type InstanceList,
  type Instances,
  type InstanceSpec,
  LEASE_MS,
  type PortForward,
  type RunningInstance,
  type SerialConsoles,
} from '../../interface/instances.ts'
import { NO_SAGA } from '../../interface/orders.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { DesiredInstance } from '../../interface/platform.ts'
import type { BlockSize } from '../../interface/volumes.ts'
import { noSpaceOf } from '../base/errors.ts'
import type { Work } from '../base/work.ts'
import type { Layer } from '../volumes/chain-reader.ts'
import type { Medium } from '../volumes/formats/boot-code.ts'
import type { OpenVolumes } from '../volumes/open-volumes.ts'
import { MachineStorage, type StorageVolumes } from './disks/machine-storage.ts'
import { Machine } from './lifecycle/machine.ts'
import type { Architecture } from './order/architecture.ts'
import { firmwareOf } from './order/firmware.ts'
import { freeHostPort, LOOPBACK, SSH_PORT } from './order/host-port.ts'
import type { MachineStart } from './order/machine-order.ts'
import type { MeasuredMachine } from './process/live-statistics.ts'
import type { MachineProcesses } from './process/machine-process.ts'
import { MachineFolder } from './record/machine-folder.ts'
import type { StartedRun, StoredRun } from './record/machine-state.ts'
import type { NextUsers } from './users/next-users.ts'

const INSPECTION_MS = 2000
const mebibytes = (bytes: number): string => `${Math.max(0, Math.floor(bytes / 2 ** 20))} MiB`
const UUID = /^[0-9a-f-]{36}$/i

export interface QemuInstancesParts {
  work: Work
  events: Events
  processes: MachineProcesses
  /** Folder that contains a folder for each machine. */
  folder: string
  /** The id of this host as a sled. */
  sledId: string
  /** How long a guest may take to shut down before its machine is ended. */
  stopMs: number
  /** Memory for all machines together. */
  memoryBytes: number
  architecture: Architecture
  /** Users for the next machines. Null if all machines use one user. */
  users: NextUsers | null
  /** Whether a port of the host leads to each machine. */
  forwardsPorts: boolean
  volumes: MachineVolumes
}

/** Functions of the volumes' driver that machines need: see `QemuVolumes`. */
export interface MachineVolumes extends StorageVolumes {
  withChains<T>(ids: readonly string[], work: (chains: readonly (readonly Layer[])[]) => Promise<T>): Promise<T>
  blockSizeOf(id: string): BlockSize
  mediumOf(id: string): Medium
}

/**
 * Machines of this host. It grants the leases of their runs itself, as long as it sees their processes: a host that has
 * lost its own control plane has no other one that could start them elsewhere.
 */
export class QemuInstances implements Instances {
  readonly #parts: QemuInstancesParts
  readonly #machines = new Map<string, Machine>()
  /** Memory of machines that are being started. */
  readonly #reserved = new Map<string, { memoryBytes: number }>()
  readonly #endInspections: () => void
  readonly #storage: MachineStorage

  constructor(parts: QemuInstancesParts) {
    this.#parts = parts
    const onFull = (full: boolean) =>
      parts.events.emit({ kind: 'sled-storage', sledId: parts.sledId, full, id: crypto.randomUUID() })
    this.#storage = new MachineStorage(parts.work, parts.volumes, () => this.#machines.values(), onFull)
    this.#endInspections = parts.work.clock.every(INSPECTION_MS, () => this.#inspect())
  }

  prepare(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(instanceId, order, 'prepare', signal, async () => {
      await new MachineFolder(this.#path(instanceId)).create()
    })
  }

  start(spec: InstanceSpec, signal?: AbortSignal, order = NO_SAGA): Promise<RunningInstance> {
    return this.#change(spec.id, order, 'start', signal, async () => {
      const machine = this.#machine(spec.id)
      const first = machine.run ?? (order === NO_SAGA ? undefined : machine.startedBy(order))
      if (first) return this.#running(first)
      this.#requireSled(spec.sledId)
      using reserved = this.#reserve(spec, await this.#nextUser())
      const sshPort = this.#parts.forwardsPorts ? await this.#freePort(spec.id) : null
      return this.#running(await this.#start(machine, spec, order, { user: reserved.user, sshPort }))
    })
  }

  stop(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(instanceId, order, 'stop', signal, async () => this.#machines.get(instanceId)?.stop())
  }

  async powerOff(instanceId: string, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    const { work } = this.#parts
    await work.answer(signal, () => work.orders.require(instanceId, order))
    const endPowerOff = this.#machines.get(instanceId)?.powerOffs.begin()
    // Looked up again in the queue: a first start that was called before creates the machine.
    const ended = this.#change(instanceId, order, 'power off', signal, async () =>
      this.#machines.get(instanceId)?.stop(0),
    )
    await ended.finally(endPowerOff)
  }

  stopRun(instanceId: string, runId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(instanceId, order, `stop run ${runId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (machine?.run?.runId === runId) await machine.stop()
    })
  }

  list(signal?: AbortSignal): Promise<InstanceList> {
    return this.#parts.work.answer(signal, async () => ({
      sledIds: [this.#parts.sledId],
      instances: [...this.#machines.values()].flatMap(({ id, run }) =>
        run
          ? [
              {
                instanceId: id,
                order: this.#parts.work.orders.of(id),
                ...this.#running(run),
                repairing: false,
                condition: run.condition,
              },
            ]
          : [],
      ),
    }))
  }

  reboot(instanceId: string, request: string, signal?: AbortSignal, order?: number): Promise<RunningInstance> {
    return this.#change(instanceId, order, `reboot ${request}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (!machine) throw new PlatformError('gone', 'The machine does not run')
      return this.#running(await machine.reboot(request))
    })
  }

  migrate(instanceId: string, sledId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(instanceId, order, `migrate ${sledId}`, signal, async () => {
      if (!this.#machines.get(instanceId)?.run) throw new PlatformError('gone', 'The machine does not run')
      this.#requireSled(sledId)
    })
  }

  release(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(instanceId, order, 'release', signal, async () => {
      if (UUID.test(instanceId)) await this.#machine(instanceId).release()
      this.#machines.delete(instanceId)
    })
  }

  portForwards(instanceId: string): Promise<readonly PortForward[]> {
    return this.#parts.work.answer(undefined, async () => {
      const hostPort = this.#machines.get(instanceId)?.run?.sshPort
      return hostPort ? [{ hostIp: LOOPBACK, hostPort, machinePort: SSH_PORT }] : []
    })
  }

  readonly serial: SerialConsoles = {
    history: (instanceId, position, maxBytes) =>
      this.#parts.work.answer(undefined, async () => {
        const machine = this.#machines.get(instanceId)
        return machine?.serial.history(position, maxBytes) ?? { bytes: new Uint8Array(), endOffset: 0 }
      }),
    open: (instanceId, position) =>
      this.#parts.work.answer(undefined, async () => {
        const machine = this.#machines.get(instanceId)
        if (!machine) throw new PlatformError('gone', 'The machine does not run')
        return machine.openSerial(position)
      }),
  }

  readonly displays: Displays = {
    open: (instanceId) =>
      this.#parts.work.answer(undefined, async () => {
        const machine = this.#machines.get(instanceId)
        if (!machine) throw new PlatformError('gone', 'The machine does not run')
        return machine.openDisplay()
      }),
  }

  readonly guests: Guests = {
    report: (instanceId) =>
      this.#parts.work.answer(undefined, async () => {
        const machine = this.#machines.get(instanceId)
        if (!machine?.run) throw new PlatformError('gone', 'The machine does not run')
        return machine.guest.report()
      }),
  }

  /** The volumes that machines have open. */
  readonly open: OpenVolumes = {
    isOpen: (volumeId) => this.#holder(volumeId) !== undefined,
    isHeld: (layer, besides) =>
      [...this.#machines.values()].some(
        (machine) => machine.hasLayer(layer) && (besides === null || !machine.held?.volumeIds.includes(besides)),
      ),
    forgetLayers: async (isKnown) => {
      await Promise.all([...this.#machines.values()].map((machine) => machine.forgetLayers(isKnown)))
    },
    continueOn: async (volumeId, chain) => {
      const machine = this.#holder(volumeId)
      await machine?.guest.frozen(() => machine.disks.continueOn(volumeId, chain, machine.held?.user ?? null))
    },
    flatten: async (volumeId, copy) => this.#holder(volumeId)?.disks.flatten(volumeId, copy),
    merge: async (volumeId, merge) => this.#holder(volumeId)?.disks.merge(volumeId, merge),
    endCopies: async (volumeId) => this.#holder(volumeId)?.disks.endCopies(volumeId),
  }

  /** The machines that execute. */
  measured(): MeasuredMachine[] {
    return [...this.#machines.values()].flatMap(({ measured }) => measured ?? [])
  }

  /** Queues a change of a machine. @throws `no-space` when its files find no space */
  #change<T>(
    id: string,
    order: number | undefined,
    name: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    return this.#parts.work.change(id, order, name, signal, async () => {
      try {
        return await work()
      } catch (error) {
        throw noSpaceOf(error)
      }
    })
  }

  #holder(volumeId: string): Machine | undefined {
    return [...this.#machines.values()].find(({ held }) => held?.volumeIds.includes(volumeId))
  }

  /** Adopts the machines of earlier processes, and reports the runs that are missing among them. */
  async restore(desired: readonly DesiredInstance[]): Promise<void> {
    const names = await this.#folders()
    const ids = names.filter((name) => UUID.test(name) && !this.#machines.has(name))
    await Promise.all(ids.map((id) => this.#enqueue(id, 'adopt', undefined, () => this.#machine(id).adopt())))
    const missing = desired.flatMap(({ spec: { id }, run }) => (run ? [{ id, runId: run.runId }] : []))
    await Promise.all(
      missing.map(({ id, runId }) =>
        this.#enqueue(id, `missing ${runId}`, undefined, async () => {
          const machine = this.#machine(id)
          if (!machine.knows(runId)) await machine.reportMissing(runId)
        }),
      ),
    )
  }

  get storageIsFull(): boolean {
    return this.#storage.isFull
  }

  /** Names of the machines' folders. A failure to list them is `transient`: no machine has failed because of it. */
  async #folders(): Promise<string[]> {
    const { folder } = this.#parts
    try {
      return await readdir(folder).catch(ifMissing<string[]>([]))
    } catch (error) {
      const { message } = error as Error
      throw new PlatformError('transient', `The machines in ${folder} cannot be listed: ${message}`, error)
    }
  }

  close(): void {
    this.#endInspections()
    for (const machine of this.#machines.values()) machine.leave()
  }

  async #inspect(): Promise<void> {
    for (const machine of this.#machines.values())
      if (!this.#parts.work.ended && (await machine.inspect()))
        this.#enqueue(machine.id, 'check', undefined, () => machine.check()).catch(() => {})
  }

  /** Starts while the volumes' layers are held unchanged; from then on the machine has them open. */
  #start(
    machine: Machine,
    spec: InstanceSpec,
    order: number,
    given: Pick<MachineStart, 'user' | 'sshPort'>,
  ): Promise<StoredRun> {
    const { volumes, architecture } = this.#parts
    const ids = spec.volumes.map(({ id }) => id)
    return volumes.withChains(ids, async (chains) => {
      // The disk may have been detached from a machine of which a process still runs and could write to it.
      const other = ids.map((id) => this.#holder(id)).find((holder) => holder !== undefined && holder !== machine)
      if (other) throw new PlatformError('transient', `A process of machine ${other.id} still has its disk open`)
      const disks = spec.volumes.map(({ id, boot }, at) => ({
        boot,
        chain: chains[at]!,
        blockSize: volumes.blockSizeOf(id),
        medium: volumes.mediumOf(id),
      }))
      const efi = await firmwareOf(architecture, spec.firmware, disks)
      return machine.start(spec, order, { disks, efi, ...given })
    })
  }

  /** Reserves memory for a machine that has none. @throws `permanent` if there is not enough */
  #reserve({ id, memoryBytes }: InstanceSpec, user: MachineStart['user']): Disposable & Pick<MachineStart, 'user'> {
    const { memoryBytes: total } = this.#parts
    const others = [...this.#machines.values()].filter((one) => one.id !== id && !this.#reserved.has(one.id))
    const taken = [...others.flatMap(({ held }) => held ?? []), ...this.#reserved.values()]
    const free = total - taken.reduce((sum, one) => sum + one.memoryBytes, 0)
    if (memoryBytes > free)
      throw new PlatformError('permanent', `The host has ${mebibytes(free)} of memory left for machines`)
    this.#reserved.set(id, { memoryBytes })
    return { user, [Symbol.dispose]: () => void this.#reserved.delete(id) }
  }

  async #nextUser(): Promise<MachineStart['user']> {
    const { work, users } = this.#parts
    const taken = [...this.#machines.values()].flatMap(({ held }) => held?.user ?? [])
    return users && work.step(() => users.next(new Set(taken)))
  }

  #freePort(id: string): Promise<number> {
    const others = [...this.#machines.values()].filter((one) => one.id !== id)
    return freeHostPort(id, new Set(others.flatMap(({ held }) => held?.sshPort ?? [])))
  }

  #requireSled(sledId: string): void {
    if (sledId !== this.#parts.sledId) throw new PlatformError('permanent', `There is no sled ${sledId}`)
  }

  #running({ runId, bootedAt, sledId }: StartedRun): RunningInstance {
    const leaseExpires = new Date(this.#parts.work.clock.now().getTime() + LEASE_MS)
    return { runId, bootedAt, sledId, leaseExpires }
  }

  #machine(id: string): Machine {
    const known = this.#machines.get(id)
    if (known) return known
    const { work, processes, stopMs, events } = this.#parts
    const parts = { work, processes, stopMs, storage: this.#storage, emit: events.emit.bind(events) }
    const machine = new Machine(id, new MachineFolder(this.#path(id)), parts)
    this.#machines.set(id, machine)
    return machine
  }

  /** @throws for an invalid id, since it names a folder */
  #path(id: string): string {
    if (!UUID.test(id)) throw new PlatformError('permanent', `${JSON.stringify(id)} is no id`)
    return join(this.#parts.folder, id)
  }

  #enqueue<T>(id: string, name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return this.#parts.work.enqueue(id, name, signal, work)
  }
}
