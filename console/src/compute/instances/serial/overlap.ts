/** How much of what a console wrote is asked for at each connection, in bytes. */
export const historyBytes = 262_144

/** Overlaps shorter than this are taken for chance, unless they are all that there was. */
const leastOverlap = 64

/**
 * How many bytes at the beginning of `replay` were at the end of `seen` already: the longest run that is both.
 * @returns 0 where nothing joins them, so that something in between may be missing.
 */
export function overlapOf(seen: Uint8Array, replay: Uint8Array): number {
  const tail = seen.subarray(Math.max(0, seen.length - replay.length))
  const borders = bordersOf(replay)
  let matched = 0
  for (const byte of tail) {
    while (matched > 0 && (matched === replay.length || replay[matched] !== byte)) matched = borders[matched - 1]!
    if (replay[matched] === byte) matched++
  }
  return matched >= Math.min(leastOverlap, seen.length) ? matched : 0
}

/** For each prefix of the bytes the length of its longest end that it also begins with. */
function bordersOf(bytes: Uint8Array): Int32Array {
  const borders = new Int32Array(bytes.length)
  let matched = 0
  for (let at = 1; at < bytes.length; at++) {
    while (matched > 0 && bytes[matched] !== bytes[at]) matched = borders[matched - 1]!
    if (bytes[matched] === bytes[at]) matched++
    borders[at] = matched
  }
  return borders
}

/** The last `historyBytes` that have come, over all connections. */
export class Tail {
  #chunks: Uint8Array[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#size += bytes.length
    for (let first = this.#chunks[0]; first && this.#size - first.length >= historyBytes; first = this.#chunks[0]) {
      this.#chunks.shift()
      this.#size -= first.length
    }
  }

  bytes(): Uint8Array {
    const all = joinBytes(this.#chunks)
    return all.subarray(Math.max(0, all.length - historyBytes))
  }
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
