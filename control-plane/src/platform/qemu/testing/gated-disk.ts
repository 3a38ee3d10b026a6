import { Disk } from '../../../file-system/disk.ts'

/** Comes before each change of a file; the change waits for it. */
export type Gate = () => Promise<void> | void

/** A disk whose every change passes a gate. */
export class GatedDisk extends Disk {
  readonly #gate: Gate

  constructor(gate: Gate) {
    super()
    this.#gate = gate
  }

  override write = this.#gated(super.write)
  override writeAt = this.#gated(super.writeAt)
  override setLength = this.#gated(super.setLength)
  override makeReadOnly = this.#gated(super.makeReadOnly)
  override makeWritable = this.#gated(super.makeWritable)
  override sync = this.#gated(super.sync)
  override rename = this.#gated(super.rename)
  override remove = this.#gated(super.remove)

  #gated<Args extends unknown[]>(change: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
    return async (...args) => {
      await this.#gate()
      await change.apply(this, args)
    }
  }
}

/** The files of a process: once it is killed, nothing it wants to do happens any more. */
export class MortalDisk extends GatedDisk {
  #alive = true

  /** @param gate comes before each change while the process lives */
  constructor(gate: Gate = () => {}) {
    super(() => (this.#alive ? gate() : new Promise(() => {})))
  }

  kill(): void {
    this.#alive = false
  }
}
