import { randomUUID } from 'node:crypto'
import { type FileHandle, copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DurableFiles } from '../../file-system/durable-files.ts'
import { isNoSpace } from '../../file-system/no-space.ts'
import { freeBytes } from '../../file-system/space.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { extentParts, type VolumeStore } from '../../platform/volume-store/volume-store.ts'

const EXTENT_BYTES = 4 * 2 ** 20
/** Of a copy of a volume. What else ends like this is not ours. */
const DRAFTS = /^[0-9a-f-]{36}\.[0-9a-f-]{36}\.draft$/

/**
 * Keeps volumes as folders of sparse files, one per extent that was ever written. A copy links the extents of its
 * original and costs no space; a write to a shared extent copies it first.
 */
export class FileVolumeStore implements VolumeStore {
  readonly #folder: string
  readonly #keepFreeBytes: number
  readonly #files = new DurableFiles()
  readonly #locks = new Map<string, Promise<unknown>>()

  /** @param keepFreeBytes left free on the file system, which the database may share */
  constructor(folder: string, keepFreeBytes = 256 * 2 ** 20) {
    this.#folder = folder
    this.#keepFreeBytes = keepFreeBytes
  }

  /** Removes unfinished copies of a dead process. Call at start, before anything is copied. */
  async removeDrafts(): Promise<void> {
    for (const name of await namesIn(this.#folder))
      if (DRAFTS.test(name)) await rm(join(this.#folder, name), { recursive: true, force: true })
  }

  async create(id: string): Promise<void> {
    await orNoSpace(() => this.#files.makeFolder(this.#of(id)))
  }

  copy(from: string, to: string): Promise<void> {
    return this.#locked(from, () =>
      orNoSpace(async () => {
        const draft = this.#of(`${to}.${randomUUID()}.draft`)
        await mkdir(draft, { recursive: true })
        try {
          for (const extent of await extentsOf(this.#of(from)))
            await link(join(this.#of(from), extent), join(draft, extent))
          await rm(this.#of(to), { recursive: true, force: true })
          await this.#files.publish(draft, this.#of(to))
        } catch (error) {
          await rm(draft, { recursive: true, force: true })
          throw error
        }
      }),
    )
  }

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    await this.#requireSpace()
    for (const { extent, start, at, length } of extentParts(offset, bytes.length, EXTENT_BYTES))
      await this.#locked(id, () =>
        orNoSpace(() => this.#writeExtent(id, extent, start, bytes.subarray(at, at + length))),
      )
  }

  async read(id: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (const part of extentParts(offset, length, EXTENT_BYTES)) {
      await using file = await openIfThere(this.#extent(id, part.extent), 'r')
      await file?.read(bytes, part.at, part.length, part.start)
    }
    return bytes
  }

  async flush(id: string): Promise<void> {
    await orNoSpace(async () => {
      const folder = this.#of(id)
      const extents = (await extentsOf(folder)).map((extent) => join(folder, extent))
      for (const path of [...extents, folder]) {
        await using file = await openIfThere(path, 'r')
        await file?.sync()
      }
    })
  }

  async remove(id: string): Promise<void> {
    await rm(this.#of(id), { recursive: true, force: true })
  }

  async #writeExtent(id: string, extent: number, start: number, bytes: Uint8Array): Promise<void> {
    const path = this.#extent(id, extent)
    await using file = await openIfThere(path, 'r+')
    if (file && (await file.stat()).nlink === 1) return writeAll(file, bytes, start)
    // Shared or new: written as a draft and moved in place when complete, so that a crash leaves the old content.
    const draft = `${path}.draft`
    await rm(draft, { force: true })
    if (file) await copyFile(path, draft)
    else await this.#files.makeFolder(this.#of(id))
    try {
      await using own = await open(draft, file ? 'r+' : 'w')
      await writeAll(own, bytes, start)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async #requireSpace(): Promise<void> {
    await this.#files.makeFolder(this.#folder)
    if ((await freeBytes(this.#folder)) < this.#keepFreeBytes) throw noSpaceForVolumes()
  }

  /** Writes and copies of one volume are serialized: a copy must not link an extent that is being changed. */
  #locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#locks.get(id) ?? Promise.resolve()).then(work)
    const quiet: Promise<unknown> = mine
      .catch(() => {})
      .then(() => {
        if (this.#locks.get(id) === quiet) this.#locks.delete(id)
      })
    this.#locks.set(id, quiet)
    return mine
  }

  #of(id: string): string {
    return join(this.#folder, id)
  }

  #extent(id: string, extent: number): string {
    return join(this.#of(id), extent.toString(16).padStart(6, '0'))
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

async function openIfThere(path: string, flags: 'r' | 'r+'): Promise<FileHandle | null> {
  try {
    return await open(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const extentsOf = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => !name.endsWith('.draft'))

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const noSpaceForVolumes = (cause?: unknown) => new PlatformError('no-space', 'No space is left for volumes', cause)

async function orNoSpace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isNoSpace(error)) throw noSpaceForVolumes(error)
    throw error
  }
}
