import { type FileHandle, open } from 'node:fs/promises'
import { PlatformError } from '../../interface/platform-error.ts'
import { extentParts } from '../../volume-store/volume-store.ts'
import { imageFile } from './formats/image-file.ts'
import { type OverlayHeader, readOverlay } from './overlay.ts'

const OFFSET_MASK = 0x00ff_ffff_ffff_fe00n
const COMPRESSED = 1n << 62n
const ZEROS = 1n

/** A file of a chain. Chains are listed newest first. */
export interface Layer {
  path: string
  format: 'raw' | 'qcow2'
}

/** Reads a volume: each part from the newest layer that has it. A machine that has it open may have unwritten data. */
export async function readChain(chain: readonly Layer[], offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let missing = [{ at: 0, length }]
  for (const { path, format } of chain) {
    if (missing.length === 0) break
    await using handle = await open(path, 'r')
    if (format === 'raw') {
      for (const part of missing)
        bytes.set(await imageFile(handle, Infinity).read(offset + part.at, part.length), part.at)
      return bytes
    }
    const overlay = await OpenOverlay.open(handle)
    const older = []
    for (const part of missing) older.push(...(await overlay.read(bytes, offset, part)))
    missing = older
  }
  return bytes
}

/** Whether nothing was written to an overlay since its creation. */
export async function isEmptyOverlay(path: string): Promise<boolean> {
  await using handle = await open(path, 'r')
  const { l1Offset, l1Entries } = await readOverlay(handle)
  return (await imageFile(handle, Infinity).read(l1Offset, l1Entries * 8)).every((byte) => byte === 0)
}

interface Part {
  at: number
  length: number
}

class OpenOverlay {
  readonly #handle: FileHandle
  readonly #header: OverlayHeader

  private constructor(handle: FileHandle, header: OverlayHeader) {
    this.#handle = handle
    this.#header = header
  }

  static async open(handle: FileHandle): Promise<OpenOverlay> {
    return new OpenOverlay(handle, await readOverlay(handle))
  }

  /**
   * Fills a part of `bytes`, whose first byte is at `offset` of the volume. Returns the parts that older layers have.
   */
  async read(bytes: Uint8Array, offset: number, part: Part): Promise<Part[]> {
    const older: Part[] = []
    const { clusterBytes } = this.#header
    for (const { extent, start, at, length } of extentParts(offset + part.at, part.length, clusterBytes)) {
      const entry = await this.#entry(extent)
      const here = { at: part.at + at, length }
      if (entry & COMPRESSED) throw new PlatformError('permanent', 'The volume has compressed clusters')
      if (entry & ZEROS) continue
      const place = Number(entry & OFFSET_MASK)
      if (place === 0) older.push(here)
      else bytes.set(await this.#bytes(place + start, length), here.at)
    }
    return older
  }

  /** The L2 entry of a cluster; 0 if it has none. */
  async #entry(cluster: number): Promise<bigint> {
    const { clusterBytes, l1Offset, l1Entries } = this.#header
    const perTable = clusterBytes / 8
    const index = Math.floor(cluster / perTable)
    if (index >= l1Entries) return ZEROS
    const table = Number((await this.#bytes(l1Offset + index * 8, 8)).readBigUInt64BE() & OFFSET_MASK)
    return table === 0 ? 0n : (await this.#bytes(table + (cluster % perTable) * 8, 8)).readBigUInt64BE()
  }

  #bytes(offset: number, length: number): Promise<Buffer> {
    return imageFile(this.#handle, Infinity).read(offset, length)
  }
}
