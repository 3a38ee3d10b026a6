import { MemoryFS, PGlite } from '@electric-sql/pglite'

const BLOCK = 512
const text = new TextDecoder()

/**
 * Files in memory that are those of a tar archive at first, made by PGlite's `dumpTar`. PGlite's own `loadDataDir` takes
 * several times as long: it copies each file twice and looks up each folder on the way to it.
 */
export class SnapshotFiles extends MemoryFS {
  readonly #archive: Uint8Array

  constructor(archive: Uint8Array) {
    super()
    this.#archive = archive
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    FS.mkdirTree(PGlite.paths.PGDATA)
    for (const { path, folder, name, content } of entries(this.#archive)) {
      if (content) FS.createDataFile(PGlite.paths.PGDATA + folder, name, content, true, true, true)
      else FS.mkdir(PGlite.paths.PGDATA + path)
    }
  }
}

interface Entry {
  /** `folder` and `name`, with a slash before each. */
  path: string
  folder: string
  name: string
  /** None of a folder. */
  content?: Uint8Array
}

function* entries(archive: Uint8Array): Generator<Entry> {
  for (let at = 0; archive[at];) {
    const field = (from: number, to: number) => text.decode(archive.subarray(at + from, at + to)).split('\0')[0]!
    const path = field(0, 100)
    const size = Number.parseInt(field(124, 136), 8)
    const isFolder = field(156, 157) === '5'
    const slash = path.lastIndexOf('/')
    const content = isFolder ? {} : { content: archive.subarray(at + BLOCK, at + BLOCK + size) }
    yield { path, folder: path.slice(0, slash), name: path.slice(slash + 1), ...content }
    at += BLOCK + (isFolder ? 0 : Math.ceil(size / BLOCK) * BLOCK)
  }
}
