import type { DiagnosticFile, Diagnostics } from '../interface/diagnostics.ts'
import { PlatformError } from '../interface/platform-error.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { World } from './world.ts'

export class SimulatedDiagnostics implements Diagnostics {
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
        ...sleds.map((sled) => fileOf(`platform/sleds/${sled.baseboard.serial}.json`, { ...sled, seen })),
        ...switches.map((one) => fileOf(`platform/switches/${one.baseboard.serial}.json`, { ...one, seen })),
        fileOf('platform/faults.json', faults.list()),
      ]
    })
  }
}

const fileOf = (path: string, content: object): DiagnosticFile => ({ path, text: JSON.stringify(content, null, 2) })
