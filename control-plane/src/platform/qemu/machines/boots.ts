/** No guest boots and reboots within this time. */
const FIRMWARE_MS = 1000
/** Firmware takes longer on a slow host, but writes no output meanwhile. */
const SLOW_FIRMWARE_MS = 10_000

/** Distinguishes boots from resets by firmware: that of q35 resets the machine once or twice more after each reset. */
export class Boots {
  #last = { at: 0, serialEnd: -1 }

  /** Whether a reset begins a boot. @param serialEnd end of the machine's serial output at that time */
  begins(at: number, serialEnd: number): boolean {
    const last = this.#last
    this.#last = { at, serialEnd }
    return at - last.at >= (serialEnd === last.serialEnd ? SLOW_FIRMWARE_MS : FIRMWARE_MS)
  }
}
