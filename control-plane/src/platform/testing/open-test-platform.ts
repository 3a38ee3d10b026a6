import type { Clock } from '../../clock/clock.ts'
import type { GuestReport, Guests } from '../interface/instances.ts'
import { PlatformError, type PlatformErrorKind } from '../interface/platform-error.ts'
import type { PlatformCapabilities } from '../interface/platform.ts'
import type { Samples } from '../interface/samples.ts'
import type { HardwareCounts } from '../simulator/inventory.ts'
import type { SimulatedRun } from '../simulator/machine.ts'
import { SimulatedSamples } from '../simulator/simulated-samples.ts'
import { Simulator } from '../simulator/simulator.ts'
import { standardTimings, type Timings } from '../simulator/world.ts'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import type { VolumeStore } from '../volume-store/volume-store.ts'
import type { Inspection, Losses, TestMachine, TestPlatform } from './test-platform.ts'

export type TestHardware = Partial<HardwareCounts>

/** How long the platform's work takes, in milliseconds. */
export const platformTimings: Readonly<Timings> = standardTimings

interface TestPlatformSettings {
  clock: Clock
  /** Storage of the bytes of volumes; in memory by default. */
  volumeStore?: VolumeStore
  hardware?: TestHardware
  timings?: Partial<Timings>
  /** Those that it lacks. */
  capabilities?: Partial<PlatformCapabilities>
  /** Instead of simulated ones. */
  samples?: Samples
}

const allCapabilities = {
  simulated: true,
  guestNetwork: false,
  portForwards: true,
  bios: true,
  efi: true,
  switches: true,
  sledAddition: true,
  updates: true,
  imageConversion: false,
  graphicalConsole: true,
  guestAgent: true,
  bootsEmptyImages: true,
}

/** Opens the platform that tests run on. */
export const openTestPlatform = (settings: TestPlatformSettings): TestPlatform =>
  new SimulatedTestPlatform({ ...settings, volumeStore: settings.volumeStore ?? new MemoryVolumeStore() })

class SimulatedTestPlatform extends Simulator implements TestPlatform {
  override readonly capabilities: PlatformCapabilities
  override readonly samples: Samples
  readonly inspect: Inspection
  readonly lose: Losses

  constructor(settings: TestPlatformSettings & { volumeStore: VolumeStore }) {
    super(settings)
    this.samples = settings.samples ?? new SimulatedSamples(this, () => settings.clock.now())
    this.capabilities = { ...allCapabilities, ...settings.capabilities }
    const { instances, volumes, networks, hardware } = this
    const { volumeStore } = settings
    const reports = new Map<string, GuestReport | PlatformErrorKind>()
    this.inspect = {
      machine: (id) => this.inspect.machines().find(({ spec }) => spec.id === id),
      machines: () => [...instances.machines()].map(({ spec, runs }) => ({ spec, run: lastRun(runs) })),
      print: (id, bytes) => {
        for (const { spec, port } of instances.machines()) if (spec.id === id) port.write(bytes)
      },
      report: (id, report) => void reports.set(id, report),
      vpc: (id) => networks.documentOf(id),
      attachedTo: (id) => volumes.attachedTo(id),
      storedIds: () => (volumeStore instanceof MemoryVolumeStore ? volumeStore.ids() : []),
    }
    Object.assign(instances, { guests: guestsOf(reports) })
    this.lose = {
      sled: (id) => hardware.removeSled(id),
      physicalDisk: (id) => hardware.removeDisk(id),
      storage: (id) => volumes.lose(id),
      vpc: (id) => networks.lose(id),
    }
  }
}

/** Agents that report what tests say, or fail in that way. */
const guestsOf = (reports: ReadonlyMap<string, GuestReport | PlatformErrorKind>): Guests => ({
  async report(instanceId) {
    const report = reports.get(instanceId) ?? null
    if (typeof report === 'string') throw new PlatformError(report, 'The guest agent did not answer')
    return report
  },
})

function lastRun(runs: readonly SimulatedRun[]): TestMachine['run'] {
  const last = runs.at(-1)
  return last && !last.endedAt ? { runId: last.runId, bootedAt: last.bootedAt, sledId: last.sled.id } : null
}
