import { type Clock, ManualClock } from '../../clock/clock.ts'
import { largestTurn } from '../../clock/largest-turn.ts'
import { describePlatform } from '../conformance/conformance.ts'
import { volumeSpec } from '../conformance/declared.ts'
import type { PlatformUnderTest, Site } from '../conformance/platform-under-test.ts'
import type { FaultRequest } from '../interface/faults.ts'
import { Orders } from '../interface/orders.ts'
import { PlatformError } from '../interface/platform-error.ts'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import { Simulator } from './simulator.ts'

/** How far the simulated time advances in a turn of the event loop. */
const STEP_MS = 500
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A store that can be full. */
class LimitedStore extends MemoryVolumeStore {
  full = false

  override async create(id: string): Promise<void> {
    this.#requireSpace()
    await super.create(id)
  }

  override async copy(from: string, to: string): Promise<void> {
    this.#requireSpace()
    await super.copy(from, to)
  }

  override async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    this.#requireSpace()
    await super.write(id, offset, bytes)
  }

  #requireSpace(): void {
    if (this.full) throw new PlatformError('no-space', 'No space is left')
  }
}

/** The clock of one process: what it waits for never comes once it is killed. */
function mortal(clock: Clock): Clock & { kill(): void } {
  let alive = true
  const ifAlive = (work: () => void) => () => {
    if (alive) work()
  }
  return {
    now: () => clock.now(),
    after: (ms, work) => clock.after(ms, ifAlive(work)),
    sleep: (ms, signal) => clock.sleep(ms, signal).then(() => (alive ? undefined : new Promise(() => {}))),
    every: (ms, work) => clock.every(ms, () => (alive ? work() : undefined)),
    kill: () => void (alive = false),
  }
}

const hardware = { storageBytesPerSled: 2 ** 40 }

class SimulatedSite implements Site {
  readonly #time = new ManualClock(undefined, turn)
  readonly #store = new LimitedStore()
  readonly #orders = new Orders()
  #process = mortal(this.#time)
  platform = new Simulator({ clock: this.#process, volumeStore: this.#store, orders: this.#orders, hardware })
  #running = true

  readonly guest = {
    loginPrompt: 'login: ',
    logIn: 'ann\r',
    prompt: ':~$ ',
    echo: (text: string) => `echo ${text}\r`,
    count: (last: number) => `seq ${last}\r`,
    write: '',
    reboot: 'reboot\r',
    powerOff: 'poweroff\r',
  }

  readonly controls = {
    crashMachine: (target: string) => void this.#fault({ kind: 'instance_fail', target }),
    breakStart: (target: string) => this.#fault({ kind: 'start_fail', target }),
    breakSnapshots: (target: string) => this.#fault({ kind: 'snapshot_fail', target }),
    requireMove: (target: string) => void this.#fault({ kind: 'instance_migrate', target }),
    repair: (target: string) => void this.#fault({ kind: 'instance_repair', target }),
    isolateSled: (target: string) => this.#fault({ kind: 'sled_unreachable', target }),
    breakVolume: (target: string) => void this.#fault({ kind: 'disk_fault', target }),
    fillStorage: () => {
      this.#store.full = true
      const ends = (['instance_storage_full', 'sled_storage_full'] as const).map((kind) =>
        this.#fault({ kind, target: '*' }),
      )
      return () => {
        this.#store.full = false
        ends.forEach((end) => end())
      }
    },
    breakPhysicalDisk: (target: string) => void this.#fault({ kind: 'physical_disk_fail', target }),
    unplug: (target: string) => this.#fault({ kind: 'link_down', target }),
    silencePeer: (target: string) => {
      const ends = [this.#fault({ kind: 'bgp_down', target }), this.#fault({ kind: 'bfd_down', target })]
      return () => ends.forEach((end) => end())
    },
    lose: {
      sled: (id: string) => this.platform.hardware.removeSled(id),
      physicalDisk: (id: string) => this.platform.hardware.removeDisk(id),
      storage: (id: string) => this.platform.volumes.lose(id),
      vpc: (id: string) => this.platform.networks.lose(id),
    },
    vpcInForce: (id: string) => this.platform.networks.documentOf(id)?.generation,
  }

  constructor() {
    void this.#letTimePass()
  }

  async restart(end: 'closed' | 'killed'): Promise<void> {
    if (end === 'closed') await this.platform.close()
    else this.#process.kill()
    this.#process = mortal(this.#time)
    this.platform = new Simulator({ clock: this.#process, volumeStore: this.#store, orders: this.#orders, hardware })
  }

  async dispose(): Promise<void> {
    await this.platform.close()
    this.#running = false
  }

  async createBootVolume(id: string) {
    const spec = volumeSpec(id)
    await this.platform.volumes.ensureVolume(spec)
    return spec
  }

  #fault(request: FaultRequest): () => void {
    const { id } = this.platform.faults.inject(request)
    return () => void this.platform.faults.end(id)
  }

  async #letTimePass(): Promise<void> {
    while (this.#running) {
      await this.#time.advance(STEP_MS)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
}

const simulator: PlatformUnderTest = {
  name: 'the simulator',
  limitMs: 60_000,
  maxMachines: 32,
  machinesOutlive: false,
  hasDisplays: false,
  unreadBytes: 12 * 2 ** 20,
  floodBytes: 2 ** 17,
  largestTurn,
  open: async () => new SimulatedSite(),
}

describePlatform(simulator)
