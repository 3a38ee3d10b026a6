import { takenBytes } from '../../../file-system/disk.ts'
import type { Work } from '../work.ts'
import type { Machine } from './machine.ts'
import type { MachineVolumes } from './qemu-instances.ts'

/** Above what is kept free, machines that go on would soon wait again with less than as much once more, or than this. */
const LEAST_ENOUGH_BYTES = 64 * 2 ** 20
const MOST_MS = 2000
const LEAST_MS = 100
/** What machines may write in a millisecond. */
const BYTES_PER_MS = 2 ** 20

type StorageVolumes = Pick<MachineVolumes, 'spareBytes' | 'keepFreeBytes' | 'newestFile'>

/**
 * The storage of machines' disks. Without any room QEMU pauses a machine that writes. The server and its database need
 * some of it before, so machines that take more are paused once only that is left. Others run on.
 */
export class MachineStorage {
  readonly #work: Work
  readonly #volumes: StorageVolumes
  readonly #machines: () => Iterable<Machine>
  readonly #onFull: (full: boolean) => void
  #full = false
  /** What disks took at the last look, by run; empty while there is plenty of room. */
  #taken = new Map<string, number>()

  /** @param onFull called when nothing is left but what is kept free, and when machines have room again */
  constructor(work: Work, volumes: StorageVolumes, machines: () => Iterable<Machine>, onFull: (full: boolean) => void) {
    this.#onFull = onFull
    this.#work = work
    this.#volumes = volumes
    this.#machines = machines
    void this.#watch()
  }

  /** From when nothing was left until machines have room: what comes and goes by a block changes nothing. */
  get isFull(): boolean {
    return this.#full
  }

  /** Whether machines that waited for room can go on. */
  async hasRoom(): Promise<boolean> {
    return (await this.#volumes.spareBytes()) >= this.#enoughBytes()
  }

  #enoughBytes(): number {
    return Math.max(this.#volumes.keepFreeBytes(), LEAST_ENOUGH_BYTES)
  }

  /** Looks again before machines can have used up what is left. */
  async #watch(): Promise<void> {
    while (!this.#work.ended) {
      // Without an answer, such as before its folder is made, nothing is known to be full.
      const spare = await this.#look().catch(() => Infinity)
      const ms = Math.min(MOST_MS, Math.max(LEAST_MS, spare / BYTES_PER_MS))
      await this.#work.sleep(ms).catch(() => {})
    }
  }

  async #look(): Promise<number> {
    const spare = await this.#volumes.spareBytes()
    const full = spare <= 0 || (this.#full && spare < this.#enoughBytes())
    if (full !== this.#full) this.#onFull((this.#full = full))
    const before = this.#taken
    this.#taken = new Map()
    if (spare > MOST_MS * BYTES_PER_MS) return spare
    for (const machine of this.#machines()) {
      const { run } = machine
      if (!run || run.condition) continue
      const files = await Promise.all(run.volumeIds.map((id) => this.#volumes.newestFile(id).catch(() => undefined)))
      const each = await Promise.all(files.map((file) => (file === undefined ? 0 : takenBytes(file))))
      const taken = each.reduce((sum, bytes) => sum + bytes, 0)
      this.#taken.set(run.runId, taken)
      if (spare < 0 && taken > (before.get(run.runId) ?? Infinity))
        this.#work.enqueue(machine.id, 'pause', undefined, () => machine.pause()).catch(() => {})
    }
    return spare
  }
}
