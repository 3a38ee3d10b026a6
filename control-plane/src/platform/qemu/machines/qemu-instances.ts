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
import type { Layer } from '../volumes/chain-reader.ts'
import type { Medium } from '../volumes/formats/boot-code.ts'
import { MachineStorage, type StorageVolumes } from './disks/machine-storage.ts'
import { HostResources, type HostResourcesParts, type ReservedResources } from './host-resources.ts'
import { Machine } from './lifecycle/machine.ts'
import { MachineAccess } from './machine-access.ts'
import type { Architecture } from './order/architecture.ts'
import { firmwareOf } from './order/firmware.ts'
import type { MeasuredMachine } from './process/live-statistics.ts'
import type { MachineProcesses } from './process/machine-process.ts'
import { MachineFolder } from './record/machine-folder.ts'
import type { StartedRun, StoredRun } from './record/machine-state.ts'
import { VolumesInUse } from './volumes-in-use.ts'

const INSPECTION_MS = 2000
const UUID = /^[0-9a-f-]{36}$/i

export interface QemuInstancesParts extends HostResourcesParts {
  events: Events
  processes: MachineProcesses
  /** Folder that contains a folder for each machine. */
  folder: string
  /** The id of this host as a sled. */
  sledId: string
  /** How long a guest may take to shut down before its machine is ended. */
  stopMs: number
  architecture: Architecture
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
  /** Machines of an earlier process whose adoption has not succeeded yet. */
  readonly #unadopted = new Set<string>()
  readonly #resources: HostResources
  readonly #access: MachineAccess
  readonly open: VolumesInUse
  readonly serial: SerialConsoles
  readonly displays: Displays
  readonly guests: Guests
  readonly #endInspections: () => void
  readonly #storage: MachineStorage

  constructor(parts: QemuInstancesParts) {
    this.#parts = parts
    const machines = () => [...this.#machines.values()]
    this.#resources = new HostResources(parts, machines)
    this.open = new VolumesInUse(machines)
    this.#access = new MachineAccess(parts.work, (id) => this.#machines.get(id))
    this.serial = this.#access.serial
    this.displays = this.#access.displays
    this.guests = this.#access.guests
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
      using reserved = await this.#resources.reserve(spec)
      return this.#running(await this.#start(machine, spec, order, reserved))
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
    return this.#access.portForwards(instanceId)
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

  /**
   * Adopts the machines of earlier processes, and reports the runs that are missing among them. Adopts those again for
   * which it failed before.
   */
  async restore(desired: readonly DesiredInstance[]): Promise<void> {
    const names = await this.#folders()
    for (const name of names) if (UUID.test(name) && !this.#machines.has(name)) this.#unadopted.add(name)
    await Promise.all([...this.#unadopted].map((id) => this.#enqueue(id, 'adopt', undefined, () => this.#adopt(id))))
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

  async #adopt(id: string): Promise<void> {
    await this.#machine(id).adopt()
    this.#unadopted.delete(id)
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
    { user, sshPort }: ReservedResources,
  ): Promise<StoredRun> {
    const { volumes, architecture } = this.#parts
    const ids = spec.volumes.map(({ id }) => id)
    return volumes.withChains(ids, async (chains) => {
      // The disk may have been detached from a machine of which a process still runs and could write to it.
      const other = ids.map((id) => this.open.holder(id)).find((holder) => holder !== undefined && holder !== machine)
      if (other) throw new PlatformError('transient', `A process of machine ${other.id} still has its disk open`)
      const disks = spec.volumes.map(({ id, boot }, at) => ({
        boot,
        chain: chains[at]!,
        blockSize: volumes.blockSizeOf(id),
        medium: volumes.mediumOf(id),
      }))
      const efi = await firmwareOf(architecture, spec.firmware, disks)
      return machine.start(spec, order, { disks, efi, user, sshPort })
    })
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
