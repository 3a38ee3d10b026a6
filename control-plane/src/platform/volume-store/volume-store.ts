/**
 * Stores the bytes of volumes, snapshots and images. Unwritten bytes read as zeros.
 * Rejects with a PlatformError: `no-space` when the storage is full.
 */
export interface VolumeStore {
  /** Creates an empty volume. No-op when it exists. */
  create(id: string): Promise<void>
  /** Replaces the content of `to` with that of `from`. */
  copy(from: string, to: string): Promise<void>
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  read(id: string, offset: number, length: number): Promise<Uint8Array>
  /** Resolves once all written bytes are durable. */
  flush(id: string): Promise<void>
  /** No-op when it does not exist. */
  remove(id: string): Promise<void>
}

export interface ExtentPart {
  /** Number of the extent in its volume. */
  extent: number
  /** First byte within the extent. */
  start: number
  /** First byte within the requested range. */
  at: number
  length: number
}

/** Splits a range of a volume at the boundaries of its extents. */
export function* extentParts(offset: number, length: number, extentBytes: number): Generator<ExtentPart> {
  for (let at = 0; at < length;) {
    const extent = Math.floor((offset + at) / extentBytes)
    const start = (offset + at) % extentBytes
    const part = Math.min(length - at, extentBytes - start)
    yield { extent, start, at, length: part }
    at += part
  }
}
