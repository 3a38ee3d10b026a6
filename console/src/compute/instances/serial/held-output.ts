import { joinBytes } from './overlap.ts'

/** The most that is held while the console is paused, in bytes. */
export const mostHeld = 1_048_576

/** Output that waits while the console is paused; what is older than the last 1 MiB is lost, and counted. */
export class HeldOutput {
  #chunks: Uint8Array[] = []
  #size = 0
  #lost = 0

  /** Bytes that came since the pause began, lost ones among them. */
  get count(): number {
    return this.#size + this.#lost
  }

  hold(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#size += bytes.length
    while (this.#size > mostHeld) {
      const first = this.#chunks[0]!
      const kept = first.subarray(Math.min(first.length, this.#size - mostHeld))
      this.#size -= first.length - kept.length
      this.#lost += first.length - kept.length
      if (kept.length > 0) this.#chunks[0] = kept
      else this.#chunks.shift()
    }
  }

  /** Hands over what is held, and how many bytes before it were lost. */
  release(): { bytes: Uint8Array; lost: number } {
    const released = { bytes: joinBytes(this.#chunks), lost: this.#lost }
    this.#chunks = []
    this.#size = 0
    this.#lost = 0
    return released
  }
}
