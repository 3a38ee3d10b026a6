import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** A fault of a repository, worded for the uploader. */
export class ArchiveProblem extends Error {}

const MAX_ENTRIES = 4096
/** Metadata is text, and artifacts are compressed already: anything that expands further is a zip bomb. */
const MAX_RATIO = 100
const UNCOUNTED_BYTES = 2 ** 20

const FILE_TYPE = 0o170000
const REGULAR_FILE = 0o100000
const DIRECTORY = 0o040000
const STORED = 0
const DEFLATED = 8

/** The files of a zip archive, read as streams and never unpacked: nested archives are plain files. */
export class Archive implements AsyncDisposable {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws ArchiveProblem for anything but a well-formed, harmless zip archive */
  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false, strictFileNames: true })
    try {
      return new Archive(zip, await checkedEntries(zip))
    } catch (error) {
      zip.close()
      throw error
    }
  }

  /** Its files, without folders. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  async stream(name: string): Promise<Readable> {
    return this.#zip.openReadStreamPromise(this.#entry(name))
  }

  async read(name: string, maxBytes: number): Promise<Buffer> {
    if (this.#entry(name).uncompressedSize > maxBytes)
      throw new ArchiveProblem(`${name} is larger than ${maxBytes} bytes`)
    return Buffer.concat(await (await this.stream(name)).toArray())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close()
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name)
    if (!entry) throw new ArchiveProblem(`it has no ${name}`)
    return entry
  }
}

async function checkedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new ArchiveProblem(`it has more than ${MAX_ENTRIES} entries`)
  const entries = new Map<string, Entry>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const problem = entryProblem(entry)
    if (problem) throw new ArchiveProblem(`entry ${JSON.stringify(entry.fileName)} ${problem}`)
    if (entry.fileName.endsWith('/')) continue
    if (entries.has(entry.fileName)) throw new ArchiveProblem(`it has ${entry.fileName} twice`)
    entries.set(entry.fileName, entry)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
  }
  if (packed > zip.fileSize) throw new ArchiveProblem('its entries overlap')
  if (unpacked > MAX_RATIO * zip.fileSize + UNCOUNTED_BYTES)
    throw new ArchiveProblem(`it unpacks to more than ${MAX_RATIO} times its size`)
  return entries
}

/** The library refuses names that are absolute, lead upwards or have backslashes. */
function entryProblem(entry: Entry): string | undefined {
  const { fileName, compressionMethod, externalFileAttributes, versionMadeBy } = entry
  if (entry.isEncrypted()) return 'is encrypted'
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) return 'is compressed in an unknown way'
  if (/\p{Cc}/u.test(fileName)) return 'has control characters in its name'
  const parts = fileName.replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '' || part === '.')) return 'has a name that is not plain'
  // Only Unix systems write a file type.
  const type = versionMadeBy >>> 8 === 3 ? (externalFileAttributes >>> 16) & FILE_TYPE : 0
  return type === 0 || type === REGULAR_FILE || type === DIRECTORY ? undefined : 'is neither a file nor a folder'
}
