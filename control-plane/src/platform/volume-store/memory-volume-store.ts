import { extentParts, type VolumeStore } from './volume-store.ts'

const EXTENT_BYTES = 65_536

/** Keeps bytes in memory, for tests. */
export class MemoryVolumeStore implements VolumeStore {
  /** Extents are immutable, so that copies can share them. */
  readonly #volumes = new Map<string, Map<number, Uint8Array>>()

  ids(): string[] {
    return [...this.#volumes.keys()]
  }

  async create(id: string): Promise<void> {
    if (!this.#volumes.has(id)) this.#volumes.set(id, new Map())
  }

  async copy(from: string, to: string): Promise<void> {
    this.#volumes.set(to, new Map(this.#volumes.get(from)))
  }

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    const volume = this.#volumes.get(id) ?? new Map<number, Uint8Array>()
    this.#volumes.set(id, volume)
    for (const { extent, start, at, length } of extentParts(offset, bytes.length, EXTENT_BYTES)) {
      const changed = new Uint8Array(EXTENT_BYTES)
      changed.set(volume.get(extent) ?? [])
      changed.set(bytes.subarray(at, at + length), start)
      volume.set(extent, changed)
    }
  }

  async read(id: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (const part of extentParts(offset, length, EXTENT_BYTES)) {
      const extent = this.#volumes.get(id)?.get(part.extent)
      if (extent) bytes.set(extent.subarray(part.start, part.start + part.length), part.at)
    }
    return bytes
  }

  async flush(): Promise<void> {}

  async remove(id: string): Promise<void> {
    this.#volumes.delete(id)
  }
}
