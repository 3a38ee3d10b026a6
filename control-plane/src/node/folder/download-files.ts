import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadFiles } from '../../compute/image-fetches/image-fetching.ts'
import { DurableFiles } from '../../file-system/durable-files.ts'
import { isNoSpace } from '../../file-system/no-space.ts'
import { freeBytes } from '../../file-system/space.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { type FileHashes, hashFile } from '../threads/hash-file.ts'

const LOOK_AT_SPACE_EVERY_BYTES = 8 * 2 ** 20
/** Time limit to hash a file: this, and the time for its size at the slowest rate. */
const HASHING_MS = 60_000
const SLOWEST_BYTES_PER_S = 4 * 2 ** 20
const FILE = /^([0-9a-f-]{36})\.part$/

/** Keeps downloads as files of a private folder. */
export class DownloadFolder implements DownloadFiles {
  readonly #folder: string
  readonly #keepFreeBytes: number
  readonly #files = new DurableFiles()

  /** @param keepFreeBytes left free on the file system, which the database may share */
  constructor(folder: string, keepFreeBytes = 256 * 2 ** 20) {
    this.#folder = folder
    this.#keepFreeBytes = keepFreeBytes
  }

  async size(id: string): Promise<number> {
    return stat(this.#of(id)).then(({ size }) => size, orIfMissing(0))
  }

  async write(id: string, offset: number, parts: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#files.makeFolder(this.#folder)
    try {
      await using file = await open(this.#of(id), offset > 0 ? 'r+' : 'w', 0o600)
      await file.truncate(offset)
      let [end, lookAt] = [offset, offset]
      for await (const part of parts) {
        if (end >= lookAt) {
          await this.#requireSpace()
          lookAt = end + LOOK_AT_SPACE_EVERY_BYTES
        }
        for (let written = 0; written < part.length;)
          written += (await file.write(part, written, part.length - written, end + written)).bytesWritten
        end += part.length
      }
      // It is read again after its fetch is recorded as complete, perhaps after a power failure.
      await file.datasync()
      await this.#files.sync(this.#folder)
    } catch (error) {
      throw isNoSpace(error) ? noSpaceForDownloads(error) : error
    }
  }

  async hashes(id: string, signal: AbortSignal): Promise<FileHashes> {
    const bytes = await this.size(id)
    return hashFile(this.#of(id), signal, HASHING_MS + (bytes / SLOWEST_BYTES_PER_S) * 1000)
  }

  read(id: string, offset = 0, length = Infinity): AsyncIterable<Uint8Array> {
    return createReadStream(this.#of(id), { start: offset, end: offset + length - 1, highWaterMark: 2 ** 20 })
  }

  async remove(id: string): Promise<void> {
    await rm(this.#of(id), { force: true })
  }

  async ids(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(orIfMissing([]))
    return names.flatMap((name) => FILE.exec(name)?.[1] ?? [])
  }

  #of(id: string): string {
    return join(this.#folder, `${id}.part`)
  }

  async #requireSpace(): Promise<void> {
    if ((await freeBytes(this.#folder)) < this.#keepFreeBytes) throw noSpaceForDownloads()
  }
}

const orIfMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }

const noSpaceForDownloads = (cause?: unknown) =>
  new PlatformError('no-space', 'no disk space is left where this server keeps what it fetches', cause)
