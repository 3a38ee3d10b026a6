import { Disk } from '../volumes/disk.ts'

/** The files of a process: once it is killed, nothing it wants to do happens any more. */
export class MortalDisk extends Disk {
  #alive = true

  kill(): void {
    this.#alive = false
  }

  override write = this.#whileAlive(super.write)
  override writeAt = this.#whileAlive(super.writeAt)
  override setLength = this.#whileAlive(super.setLength)
  override makeReadOnly = this.#whileAlive(super.makeReadOnly)
  override sync = this.#whileAlive(super.sync)
  override rename = this.#whileAlive(super.rename)
  override remove = this.#whileAlive(super.remove)

  #whileAlive<Args extends unknown[]>(work: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
    return (...args) => (this.#alive ? work.apply(this, args) : new Promise(() => {}))
  }
}
