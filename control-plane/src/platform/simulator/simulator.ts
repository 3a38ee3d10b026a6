import type { Clock } from '../../clock/clock.ts'
import { jsonFile } from '../interface/diagnostics.ts'
import type { DiagnosticFile, Diagnostics } from '../interface/diagnostics.ts'
import type { Faults } from '../interface/faults.ts'
import { Orders } from '../interface/orders.ts'
import { PlatformError } from '../interface/platform-error.ts'
import type { DesiredState, EventListener, Platform, PlatformCapabilities } from '../interface/platform.ts'
import type { Samples } from '../interface/samples.ts'
import type { VolumeStore } from '../volume-store/volume-store.ts'
import { type HardwareCounts, standardCounts } from './inventory.ts'
import { SimulatedHardware } from './simulated-hardware.ts'
import { SimulatedInstances } from './simulated-instances.ts'
import { SimulatedNetworks } from './simulated-networks.ts'
import { SimulatedSamples } from './simulated-samples.ts'
import { SimulatedSystemNetwork } from './simulated-system-network.ts'
import { SimulatedVolumes } from './simulated-volumes.ts'
import { standardTimings, type Timings, World } from './world.ts'

export interface SimulatorSettings {
  clock: Clock
  volumeStore: VolumeStore
  timings?: Partial<Timings>
  hardware?: Partial<HardwareCounts>
  /** Outlives a process, as the storage does. */
  orders?: Orders
}

/** A simulated platform: realistic durations and metrics, and real bytes of volumes. */
export class Simulator implements Platform {
  readonly hardware: SimulatedHardware
  readonly volumes: SimulatedVolumes
  readonly instances: SimulatedInstances
  readonly networks: SimulatedNetworks
  readonly systemNetwork: SimulatedSystemNetwork
  readonly samples: Samples
  readonly diagnostics: SimulatedDiagnostics
  readonly capabilities: PlatformCapabilities = {
    simulated: true,
    guestNetwork: false,
    portForwards: false,
    switches: true,
    sledAddition: true,
    updates: true,
    imageConversion: false,
    bios: true,
    efi: true,
    graphicalConsole: false,
    guestAgent: false,
    bootsEmptyImages: true,
  }
  readonly faults: Faults
  readonly #world: World

  constructor({ clock, volumeStore, timings, hardware, orders = new Orders() }: SimulatorSettings) {
    this.#world = new World(clock, { ...standardTimings, ...timings }, orders)
    this.faults = this.#world.faults
    this.hardware = new SimulatedHardware(this.#world, { ...standardCounts, ...hardware })
    this.volumes = new SimulatedVolumes(this.#world, volumeStore)
    this.instances = new SimulatedInstances(this.#world, this.volumes, this.hardware)
    this.networks = new SimulatedNetworks(this.#world)
    this.systemNetwork = new SimulatedSystemNetwork(this.#world)
    this.diagnostics = new SimulatedDiagnostics(this.#world, this.hardware)
    this.samples = new SimulatedSamples(this, () => clock.now())
  }

  subscribe(listener: EventListener): () => void {
    return this.#world.subscribe(listener)
  }

  restore(desired: DesiredState, signal?: AbortSignal): Promise<void> {
    return this.#world.answer(signal, async () => {
      for (const { id, ...key } of desired.addedSleds) this.hardware.adopt(id, key)
      this.volumes.adopt(desired)
      for (const instance of desired.instances) this.instances.adopt(instance)
      for (const document of desired.vpcs) this.networks.adopt(document)
      this.systemNetwork.adopt(desired.systemNetwork)
    })
  }

  settle(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(id, order, 'settle', signal, async () => {})
  }

  check(signal?: AbortSignal): Promise<void> {
    return this.#world.answer(signal, async () => {})
  }

  async close(): Promise<void> {
    this.instances.close()
    await this.#world.close()
  }
}

class SimulatedDiagnostics implements Diagnostics {
  readonly #world: World
  readonly #hardware: SimulatedHardware

  constructor(world: World, hardware: SimulatedHardware) {
    this.#world = world
    this.#hardware = hardware
  }

  gather(id: string, signal?: AbortSignal): Promise<readonly DiagnosticFile[]> {
    return this.#world.enqueue(id, 'gather', signal, async () => {
      await this.#world.clock.sleep(this.#world.timings.diagnostics)
      if (this.#world.faults.applies('bundle_fail', id))
        throw new PlatformError('permanent', 'Sleds and switches did not answer: failure by request')
      const { sleds, switches } = await this.#hardware.inventory()
      const seen = this.#world.clock.now().toISOString()
      const { faults } = this.#world
      return [
        ...sleds.map((sled) => jsonFile(`platform/sleds/${sled.baseboard.serial}.json`, { ...sled, seen })),
        ...switches.map((one) => jsonFile(`platform/switches/${one.baseboard.serial}.json`, { ...one, seen })),
        jsonFile('platform/faults.json', faults.list()),
      ]
    })
  }
}
