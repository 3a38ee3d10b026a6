const FIRST_ROOM = 4096

/** The last bytes of a stream, up to a limit, in a ring that grows as it fills: little pieces cost no more than large. */
export class HeldBytes {
  readonly #most: number
  /** Allocated with the first byte: most machines' ports are never read, and write nothing. */
  #ring = new Uint8Array(0)
  #length = 0
  #end = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Offset of the first byte that is held. */
  get start(): number {
    return this.#end - this.#length
  }

  /** Offset of the byte that comes next. */
  get end(): number {
    return this.#end
  }

  push(bytes: Uint8Array): void {
    if (!bytes.length) return
    const kept = bytes.subarray(Math.max(0, bytes.length - this.#most))
    this.#makeRoom(Math.min(this.#most, this.#length + kept.length))
    this.#end += bytes.length - kept.length
    const at = this.#end % this.#ring.length
    const before = kept.subarray(0, this.#ring.length - at)
    this.#ring.set(before, at)
    this.#ring.set(kept.subarray(before.length), 0)
    this.#end += kept.length
    this.#length = Math.min(this.#most, this.#length + bytes.length)
  }

  /** A copy of what is held from an offset on, which is one that is held. */
  from(offset: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#end - offset)
    if (!bytes.length) return bytes
    const at = offset % this.#ring.length
    const before = this.#ring.subarray(at, at + bytes.length)
    bytes.set(before)
    bytes.set(this.#ring.subarray(0, bytes.length - before.length), before.length)
    return bytes
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.#ring.length) return
    let room = Math.max(this.#ring.length, FIRST_ROOM)
    while (room < wanted) room *= 2
    const held = this.from(this.start)
    const ring = new Uint8Array(Math.min(room, this.#most))
    const at = this.start % ring.length
    const before = held.subarray(0, ring.length - at)
    ring.set(before, at)
    ring.set(held.subarray(before.length), 0)
    this.#ring = ring
  }
}
