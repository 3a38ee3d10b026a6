import { DurableFiles } from '../../../file-system/durable-files.ts'

/** Comes before each change of a file; the change waits for it. */
export type Gate = () => Promise<void> | void

/** Files whose every change passes a gate. */
export class GatedFiles extends DurableFiles {
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
export class MortalFiles extends GatedFiles {
  #alive = true

  /** @param gate comes before each change while the process lives */
  constructor(gate: Gate = () => {}) {
    super(() => (this.#alive ? gate() : new Promise(() => {})))
  }

  kill(): void {
    this.#alive = false
  }
}
