import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../clock/clock.ts'
import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { bytesBelow, freeBytes } from '../../../file-system/space.ts'
import { Events } from '../../interface/events.ts'
import { Orders } from '../../interface/orders.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type {
  DesiredState,
  EventListener,
  Platform,
  PlatformCapabilities,
  PlatformChange,
} from '../../interface/platform.ts'
import type { SystemNetwork } from '../../interface/system-network.ts'
import { OrderFile } from '../base/order-file.ts'
import { runProgram } from '../base/run-program.ts'
import { Work } from '../base/work.ts'
import type { HostIdentity } from '../host/host-identity.ts'
import type { Host } from '../host/host.ts'
import { requireLinks } from '../machines/files/qemu-folder.ts'
import { ARCHITECTURES, type Architecture, hasEfi, type Accelerator } from '../machines/order/architecture.ts'
import { QemuInstances } from '../machines/qemu-instances.ts'
import type { UserRange } from '../machines/users/machine-user.ts'
import { NextUsers } from '../machines/users/next-users.ts'
import type { MachineNetworks } from '../networks/machine-networks.ts'
import { HostMeter } from '../samples/host-meter.ts'
import { QemuSamples } from '../samples/qemu-samples.ts'
import type { ConversionSettings } from '../volumes/convert.ts'
import { QemuVolumes } from '../volumes/qemu-volumes.ts'
import { QemuDiagnostics } from './qemu-diagnostics.ts'
import { QemuHardware } from './qemu-hardware.ts'

export interface QemuSettings {
  clock: Clock
  /** Folder of the host's machines and volumes. Created if it is missing; one process at a time may use it. */
  folder: string
  /** Identity of the host, stored in that folder. */
  identity: HostIdentity
  architecture: Architecture
  accelerator: Accelerator
  host: Pick<Host, 'processes' | 'close'>
  /** Whether machines in these networks are reachable by their addresses. */
  guestNetwork: boolean
  /** Whether a port of the host leads to each machine. */
  forwardsPorts: boolean
  networks(work: Work, emit: (change: PlatformChange) => void): MachineNetworks
  /** How long a guest may take to shut down before its machine is ended. */
  stopMs: number
  /** Bytes to leave free on the file system of the folder. */
  keepFreeBytes(): number
  /** Users for machines, one per start, if this process may choose them. Null if all use one user. */
  users: UserRange | null
  conversion: ConversionSettings
  /** Receives failures in the background, which are retried. */
  report(problem: string): void
  files?: DurableFiles
}

/** Real machines on this host. */
export class QemuPlatform implements Platform {
  readonly hardware: QemuHardware
  readonly volumes: QemuVolumes
  readonly instances: QemuInstances
  readonly networks: MachineNetworks
  readonly systemNetwork: SystemNetwork
  readonly samples: QemuSamples
  readonly diagnostics: QemuDiagnostics
  readonly capabilities: PlatformCapabilities
  readonly #settings: QemuSettings
  readonly #work: Work
  readonly #events = new Events()

  constructor(settings: QemuSettings) {
    const { clock, folder, architecture, accelerator, host, conversion, files } = settings
    this.#settings = settings
    const work = (this.#work = new Work(clock, new Orders(new OrderFile(join(folder, 'orders')))))
    this.capabilities = {
      simulated: false,
      architecture: ARCHITECTURES[architecture].publishedAs,
      guestNetwork: settings.guestNetwork,
      portForwards: settings.forwardsPorts,
      switches: false,
      sledAddition: false,
      updates: false,
      imageConversion: true,
      bios: ARCHITECTURES[architecture].hasBios,
      efi: hasEfi(architecture),
      graphicalConsole: true,
      guestAgent: true,
      bootsEmptyImages: false,
    }
    const storage = join(folder, 'storage')
    const spareBytes = async () => (await freeBytes(storage)) - settings.keepFreeBytes()
    this.hardware = new QemuHardware(work, settings.identity, accelerator, {
      spareBytes,
      isFull: () => this.instances.storageIsFull,
      takenBytes: () => bytesBelow(join(storage, 'layers')),
      problem: () => this.volumes.problem,
    })
    this.networks = settings.networks(work, (change) => this.#emit(change))
    const { id: sledId, memoryBytes } = this.hardware.sled
    this.instances = new QemuInstances({
      work,
      events: this.#events,
      processes: host.processes,
      folder: join(folder, 'machines'),
      sledId,
      memoryBytes,
      architecture,
      stopMs: settings.stopMs,
      users: settings.users && new NextUsers(settings.users, join(folder, 'next-user')),
      forwardsPorts: settings.forwardsPorts,
      volumes: {
        withChains: (ids, whileUnchanged) => this.volumes.withChains(ids, whileUnchanged),
        spareBytes,
        keepFreeBytes: settings.keepFreeBytes,
        newestFile: (id) => this.volumes.newestFile(id),
        blockSizeOf: (id) => this.volumes.blockSizeOf(id),
        mediumOf: (id) => this.volumes.mediumOf(id),
      },
    })
    this.volumes = new QemuVolumes({
      work,
      folder: join(folder, 'storage'),
      keepFreeBytes: settings.keepFreeBytes,
      emit: (change) => this.#emit(change),
      conversion,
      report: settings.report,
      open: this.instances.open,
      ...(files && { files }),
    })
    this.systemNetwork = new NoSystemNetwork(work)
    const { hardware, instances, volumes } = this
    this.samples = new QemuSamples({
      work,
      host: new HostMeter(hardware.sled),
      sled: hardware.sled,
      machines: () => instances.measured(),
      blockSizeOf: (id) => volumes.blockSizeOf(id),
    })
    this.diagnostics = new QemuDiagnostics({
      work,
      binary: ARCHITECTURES[architecture].binary,
      accelerator,
      folder,
      hardware,
      instances,
    })
  }

  subscribe(listener: EventListener): () => void {
    return this.#events.subscribe(listener)
  }

  restore(desired: DesiredState, signal?: AbortSignal): Promise<void> {
    return this.#work.answer(signal, async () => {
      // Before anything else: if the folder is not the storage of this database, nothing in it proves anything.
      await this.volumes.claim(desired)
      const { folder } = this.#settings
      await requireLinks(join(folder, 'storage'), join(folder, 'machines'))
      await this.#work.orders.load()
      // Machines before volumes: the layers that machines have open are known then.
      await this.instances.restore(desired.instances)
      await this.volumes.restore(desired)
      await this.networks.restore(desired.vpcs)
    })
  }

  settle(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#work.change(id, order, 'settle', signal, async () => {})
  }

  check(signal?: AbortSignal): Promise<void> {
    return this.#work.answer(signal, async () => {
      const { folder, architecture } = this.#settings
      try {
        const probe = join(folder, '.check')
        await writeFile(probe, '')
        await rm(probe)
        await runProgram(ARCHITECTURES[architecture].binary, ['--version'])
      } catch (error) {
        throw new PlatformError('transient', `The host cannot run machines: ${(error as Error).message}`, error)
      }
    })
  }

  async close(): Promise<void> {
    this.#end()
    await this.#work.close()
    this.volumes.close()
    await this.#settings.host.close()
  }

  /** Stops all work where it is, like the end of the process. For tests. */
  kill(): void {
    this.#work.kill()
    this.#end()
    this.volumes.close()
  }

  #end(): void {
    this.#events.close()
    this.samples.close()
    this.instances.close()
    this.networks.close()
  }

  #emit(change: PlatformChange): void {
    this.#events.emit({ ...change, id: crypto.randomUUID() })
  }
}

/** The external network of a host without switches: declarations are accepted, and there is nothing to configure. */
class NoSystemNetwork implements SystemNetwork {
  readonly #work: Work

  constructor(work: Work) {
    this.#work = work
  }

  ensure(_document: unknown, signal?: AbortSignal) {
    return this.#work.answer(signal, async () => {})
  }

  port() {
    return this.#work.answer(undefined, async () => undefined)
  }

  portLinks() {
    return this.#work.answer(undefined, async () => new Map<string, never>())
  }

  bgpSessions() {
    return this.#work.answer(undefined, async () => [])
  }

  bgpHistory() {
    return this.#work.answer(undefined, async () => [])
  }

  bfdSessions() {
    return this.#work.answer(undefined, async () => [])
  }
}
