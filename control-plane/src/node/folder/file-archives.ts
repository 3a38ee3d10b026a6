import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ZipFile as NewZipFile } from 'yazl'
import { DurableFiles } from '../../file-system/durable-files.ts'
import { isNoSpace } from '../../file-system/no-space.ts'
import { freeBytes } from '../../file-system/space.ts'
import type { ArchiveFile, Archives, ListedFile } from '../../fleet/support-bundles/archives.ts'
import type { Content } from '../../kernel/http/ranges.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'

const ARCHIVE = /^([0-9a-f-]{36})\.zip$/
const DRAFT = '.draft'
const DRAFTS = /^[0-9a-f-]{36}\.zip\.[0-9a-f-]{36}\.draft$/

/** Keeps archives as zip files in a private folder. */
export class FileArchives implements Archives {
  readonly #folder: string
  readonly #keepFreeBytes: number
  readonly #files = new DurableFiles()

  /** @param keepFreeBytes left free on the file system, which the database may share */
  constructor(folder: string, keepFreeBytes = 256 * 2 ** 20) {
    this.#folder = folder
    this.#keepFreeBytes = keepFreeBytes
  }

  /** Removes unfinished files of a dead process. Call at start, before anything is written. */
  async removeDrafts(): Promise<void> {
    for (const name of await this.#names()) if (DRAFTS.test(name)) await rm(join(this.#folder, name), { force: true })
  }

  async write(id: string, files: AsyncIterable<ArchiveFile>): Promise<void> {
    const draft = `${this.#of(id)}.${randomUUID()}${DRAFT}`
    const broken = new AbortController()
    let closed: Promise<void> | undefined
    try {
      await this.#files.makeFolder(this.#folder)
      const zip = new NewZipFile()
      // Errors of a file are reported by its content.
      zip.on('error', () => {})
      const target = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
      closed = new Promise((resolve) => target.once('close', resolve))
      const written = pipeline(zip.outputStream, target, { signal: broken.signal })
      written.catch(() => {})
      for await (const file of files) {
        await this.#requireSpace()
        await Promise.race([addFile(zip, file), written])
      }
      zip.end()
      await written
      await this.#files.publish(draft, this.#of(id))
    } catch (error) {
      broken.abort()
      // Opening it may still create the draft.
      await closed
      await rm(draft, { force: true })
      if (isNoSpace(error)) throw noSpaceForFiles(error)
      throw error
    }
  }

  async whole(id: string): Promise<Content | undefined> {
    const path = this.#of(id)
    const size = await sizeOf(path)
    if (size === undefined) return undefined
    return { size, tag: id, read: (start, end) => toWeb(createReadStream(path, { start, end })) }
  }

  async files(id: string): Promise<ListedFile[] | undefined> {
    await using archive = await this.#open(id)
    if (!archive) return undefined
    const files: ListedFile[] = []
    for await (const entry of archive.zip.eachEntry())
      files.push({ path: entry.fileName, size: entry.uncompressedSize, timeModified: entry.getLastModDate() })
    return files
  }

  async file(id: string, path: string): Promise<Content | undefined> {
    await using archive = await this.#open(id)
    const entry = archive && (await entryOf(archive.zip, path))
    if (!entry) return undefined
    const pieces = (first: number, last: number) => this.#piecesOf(id, entry, first, last)
    return {
      size: entry.uncompressedSize,
      tag: `${id}-${entry.crc32.toString(16)}`,
      read: (first, last) => toWeb(Readable.from(pieces(first, last), { objectMode: false })),
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#of(id), { force: true })
  }

  async ids(): Promise<string[]> {
    return (await this.#names()).flatMap((name) => ARCHIVE.exec(name)?.[1] ?? [])
  }

  /** A file is compressed as one stream: bytes before a range are read and dropped. */
  async *#piecesOf(id: string, entry: Entry, first: number, last: number): AsyncGenerator<Uint8Array> {
    await using archive = await this.#open(id)
    if (!archive) throw new Error(`Archive ${id} is gone`)
    let at = 0
    for await (const chunk of await archive.zip.openReadStreamPromise(entry)) {
      const bytes = chunk as Uint8Array
      const piece = bytes.subarray(Math.max(0, first - at), last + 1 - at)
      at += bytes.length
      if (piece.length) yield piece
      if (at > last) return
    }
  }

  async #open(id: string): Promise<({ zip: ZipFile } & AsyncDisposable) | undefined> {
    try {
      const zip = await openPromise(this.#of(id), { lazyEntries: true, autoClose: false })
      return { zip, [Symbol.asyncDispose]: async () => zip.close() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }

  async #requireSpace(): Promise<void> {
    if ((await freeBytes(this.#folder)) < this.#keepFreeBytes) throw noSpaceForFiles()
  }

  #of(id: string): string {
    return join(this.#folder, `${id}.zip`)
  }
}

/** Resolves once the file is consumed, so that files are produced one at a time. */
async function addFile(zip: NewZipFile, { path, content }: ArchiveFile): Promise<void> {
  const bytes = Readable.from(encoded(content), { objectMode: false })
  zip.addReadStream(bytes, path, { mode: 0o100644 })
  await finished(bytes)
}

async function* encoded(content: ArchiveFile['content']): AsyncGenerator<Buffer> {
  for await (const text of content) if (text) yield Buffer.from(text)
}

async function entryOf(zip: ZipFile, path: string): Promise<Entry | undefined> {
  for await (const entry of zip.eachEntry()) if (entry.fileName === path) return entry
  return undefined
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>

const noSpaceForFiles = (cause?: unknown) =>
  new PlatformError('no-space', 'No space is left where files are kept', cause)
