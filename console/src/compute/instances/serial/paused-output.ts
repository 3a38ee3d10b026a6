import { joinBytes } from './overlap.ts'

/** The most that is kept while the console is paused, in bytes. */
export const maxPausedBytes = 1_048_576

/** Output that waits while the console is paused; what is older than the last 1 MiB is lost, and counted. */
export class PausedOutput {
  #chunks: Uint8Array[] = []
  #size = 0
  #lost = 0

  /** Bytes that came since the pause began, lost ones among them. */
  get count(): number {
    return this.#size + this.#lost
  }

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#size += bytes.length
    while (this.#size > maxPausedBytes) {
      const first = this.#chunks[0]!
      const kept = first.subarray(Math.min(first.length, this.#size - maxPausedBytes))
      this.#size -= first.length - kept.length
      this.#lost += first.length - kept.length
      if (kept.length > 0) this.#chunks[0] = kept
      else this.#chunks.shift()
    }
  }

  /** Empties the buffer. @returns its bytes, and how many before them were lost */
  takeAll(): { bytes: Uint8Array; lost: number } {
    const taken = { bytes: joinBytes(this.#chunks), lost: this.#lost }
    this.#chunks = []
    this.#size = 0
    this.#lost = 0
    return taken
  }
}
