import { takenBytes } from '../../../../file-system/space.ts'
import type { Work } from '../../base/work.ts'
import type { StoredRun } from '../record/machine-state.ts'

/**
 * Paused machines continue when twice the reserve is free, or the reserve and this: with less they would soon pause
 * again.
 */
const LEAST_ENOUGH_BYTES = 64 * 2 ** 20
const MAX_MS = 2000
const LEAST_MS = 100
/** Bytes that machines may write in a millisecond. */
const BYTES_PER_MS = 2 ** 20

/** Functions of the volumes' driver that show the space: see `QemuVolumes`. */
export interface StorageVolumes {
  /** Bytes that may still be written; negative when the reserve is in use. */
  spareBytes(): Promise<number>
  keepFreeBytes(): number
  newestFile(id: string): Promise<string>
}

/** A machine whose disks may grow. */
interface GrowingMachine {
  id: string
  run: StoredRun | undefined
  pause(): Promise<void>
}

/**
 * Watches the storage of machines' disks. QEMU pauses a machine whose write finds no space at all, but server and
 * database need some before. So once only the reserve is left, machines whose disks grow are paused; others run on.
 */
export class MachineStorage {
  readonly #work: Work
  readonly #volumes: StorageVolumes
  readonly #machines: () => Iterable<GrowingMachine>
  readonly #onFull: (full: boolean) => void
  #full = false
  /** Size of each run's disks at the last check; empty while there is plenty of space. */
  #taken = new Map<string, number>()

  /** @param onFull called when only the reserve is left, and when there is room for machines again */
  constructor(
    work: Work,
    volumes: StorageVolumes,
    machines: () => Iterable<GrowingMachine>,
    onFull: (full: boolean) => void,
  ) {
    this.#onFull = onFull
    this.#work = work
    this.#volumes = volumes
    this.#machines = machines
    void this.#watch()
  }

  /**
   * True from when only the reserve was left until machines have room again, so that single blocks do not toggle it.
   */
  get isFull(): boolean {
    return this.#full
  }

  /** Whether machines that were paused may continue. */
  async hasRoom(): Promise<boolean> {
    return (await this.#volumes.spareBytes()) >= this.#enoughBytes()
  }

  #enoughBytes(): number {
    return Math.max(this.#volumes.keepFreeBytes(), LEAST_ENOUGH_BYTES)
  }

  /** Checks again before machines can have used up the free space. */
  async #watch(): Promise<void> {
    while (!this.#work.ended) {
      // If the free space is unknown, for example before the folder exists, the storage does not count as full.
      const spare = await this.#look().catch(() => Infinity)
      const ms = Math.min(MAX_MS, Math.max(LEAST_MS, spare / BYTES_PER_MS))
      await this.#work.sleep(ms).catch(() => {})
    }
  }

  async #look(): Promise<number> {
    const spare = await this.#volumes.spareBytes()
    const full = spare <= 0 || (this.#full && spare < this.#enoughBytes())
    if (full !== this.#full) this.#onFull((this.#full = full))
    const before = this.#taken
    this.#taken = new Map()
    if (spare > MAX_MS * BYTES_PER_MS) return spare
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
