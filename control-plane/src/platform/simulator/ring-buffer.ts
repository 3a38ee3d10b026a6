const INITIAL_BYTES = 4096

/** A ring buffer of the last bytes of a stream. It grows up to `maxBytes`; small chunks are as cheap as large ones. */
export class RingBuffer {
  readonly #maxBytes: number
  /** Allocated with the first byte: most machines never write, since their ports are not read. */
  #ring = new Uint8Array(0)
  #length = 0
  #end = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Offset of the oldest byte kept. */
  get start(): number {
    return this.#end - this.#length
  }

  /** Offset of the next byte. */
  get end(): number {
    return this.#end
  }

  push(bytes: Uint8Array): void {
    if (!bytes.length) return
    const kept = bytes.subarray(Math.max(0, bytes.length - this.#maxBytes))
    this.#grow(Math.min(this.#maxBytes, this.#length + kept.length))
    this.#end += bytes.length - kept.length
    const at = this.#end % this.#ring.length
    const before = kept.subarray(0, this.#ring.length - at)
    this.#ring.set(before, at)
    this.#ring.set(kept.subarray(before.length), 0)
    this.#end += kept.length
    this.#length = Math.min(this.#maxBytes, this.#length + bytes.length)
  }

  /** A copy of the bytes from an offset between `start` and `end`. */
  from(offset: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#end - offset)
    if (!bytes.length) return bytes
    const at = offset % this.#ring.length
    const before = this.#ring.subarray(at, at + bytes.length)
    bytes.set(before)
    bytes.set(this.#ring.subarray(0, bytes.length - before.length), before.length)
    return bytes
  }

  #grow(capacity: number): void {
    if (capacity <= this.#ring.length) return
    let size = Math.max(this.#ring.length, INITIAL_BYTES)
    while (size < capacity) size *= 2
    const kept = this.from(this.start)
    const ring = new Uint8Array(Math.min(size, this.#maxBytes))
    const at = this.start % ring.length
    const before = kept.subarray(0, ring.length - at)
    ring.set(before, at)
    ring.set(kept.subarray(before.length), 0)
    this.#ring = ring
  }
}
