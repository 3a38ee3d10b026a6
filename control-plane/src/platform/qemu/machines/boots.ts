/** Nothing boots and reboots within that time. */
const FIRMWARE_MS = 1000
/** On a slow host firmware takes longer, but writes nothing. */
const SLOW_FIRMWARE_MS = 10_000

/** Tells boots from what firmware does: after each reset that of q35 resets the machine once or twice again. */
export class Boots {
  #last = { at: 0, serialEnd: -1 }

  /** Whether a reset begins a boot. @param serialEnd how far the machine's output was then */
  begins(at: number, serialEnd: number): boolean {
    const last = this.#last
    this.#last = { at, serialEnd }
    return at - last.at >= (serialEnd === last.serialEnd ? SLOW_FIRMWARE_MS : FIRMWARE_MS)
  }
}
