/**
 * Where the simulator keeps the bytes of volumes, snapshots and images. What was never written reads as zeros.
 * Rejects with PlatformError: `no-space` when nothing more can be stored.
 */
export interface VolumeStore {
  /** Makes an empty volume; one that exists is left as it is. */
  create(id: string): Promise<void>
  /** Makes `to` hold what `from` holds at this moment, instead of what it held. */
  copy(from: string, to: string): Promise<void>
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  read(id: string, offset: number, length: number): Promise<Uint8Array>
  /** Resolves once what was written would survive a loss of power. */
  flush(id: string): Promise<void>
  /** What does not exist is removed already. */
  remove(id: string): Promise<void>
}

export interface ExtentPart {
  /** Number of the extent in its volume. */
  extent: number
  /** First byte within the extent. */
  start: number
  /** First byte within the range that was asked for. */
  at: number
  length: number
}

/** Cuts a range of a volume at the borders of its extents. */
export function* extentParts(offset: number, length: number, extentBytes: number): Generator<ExtentPart> {
  for (let at = 0; at < length;) {
    const extent = Math.floor((offset + at) / extentBytes)
    const start = (offset + at) % extentBytes
    const part = Math.min(length - at, extentBytes - start)
    yield { extent, start, at, length: part }
    at += part
  }
}
