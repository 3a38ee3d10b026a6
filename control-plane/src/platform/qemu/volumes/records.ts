import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type DurableFiles, durable } from '../../../file-system/durable-files.ts'
import { LAYER_NAME } from './overlay.ts'

const recordSchema = z.object({
  version: z.literal(1),
  /** File of its content, in the folder of layers. */
  layer: z.string().regex(LAYER_NAME),
  sizeBytes: z.number().int().positive(),
  blockSize: z.literal([512, 2048, 4096]),
  /** Recognized at the end of an import. */
  medium: z.enum(['disk', 'cd']),
  importing: z.boolean(),
  attachedTo: z.string().nullable(),
  /** Silo whose conversions run one at a time. */
  siloId: z.string(),
  /** For a snapshot: its volume. */
  volumeId: z.string().nullable(),
})

/** Facts about a volume, snapshot or image, without its content. */
export type StoredRecord = Omit<z.infer<typeof recordSchema>, 'version'>

const SUFFIX = '.json'

/** Files with the records of one kind, and their content in memory. */
export class Records {
  readonly folder: string
  readonly #files: DurableFiles
  readonly #records = new Map<string, StoredRecord>()
  /** Layers of records that are being stored, or whose storing has failed with an unknown result. */
  readonly #uncertain = new Map<string, Set<string>>()

  constructor(folder: string, files: DurableFiles) {
    this.folder = folder
    this.#files = files
  }

  /** Reads all files. Returns the ids of those that cannot be read. */
  async load(): Promise<string[]> {
    const unreadable = []
    for (const id of await this.storedIds()) {
      const record = await readRecord(this.path(id))
      if (record) this.#records.set(id, record)
      else unreadable.push(id)
    }
    return unreadable
  }

  /** Reads a record again. Resolves to whether it exists and can be read. */
  async reload(id: string): Promise<boolean> {
    const record = await readRecord(this.path(id)).catch(() => undefined)
    if (record) this.#records.set(id, record)
    return record !== undefined
  }

  /** Ids by the file names in the folder, including records that cannot be read. */
  async storedIds(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names.map(recordId).filter((id) => id !== undefined)
  }

  /** The layer that a record names which cannot be read otherwise: cut off or damaged. */
  async layerNamedIn(id: string): Promise<string | undefined> {
    const text = await readFile(this.path(id), 'utf8').catch(() => '')
    // One of another version may need more.
    return /^\s*\{\s*"version":\s*1,.*"layer":\s*"([^"]+)"/s.exec(text)?.[1]
  }

  get(id: string): StoredRecord | undefined {
    return this.#records.get(id)
  }

  entries(): Iterable<[string, StoredRecord]> {
    return this.#records
  }

  /** The layers to which the files may refer. A failed write may have left the new or the old one. */
  *layers(): Iterable<string> {
    for (const { layer } of this.#records.values()) yield layer
    for (const layers of this.#uncertain.values()) yield* layers
  }

  async put(id: string, record: StoredRecord): Promise<void> {
    this.#uncertain.set(id, (this.#uncertain.get(id) ?? new Set()).add(record.layer))
    await durable(this.path(id), JSON.stringify({ version: 1, ...record }), this.#files)
    this.#records.set(id, record)
    this.#uncertain.delete(id)
  }

  async remove(id: string): Promise<void> {
    this.#records.delete(id)
    this.#uncertain.delete(id)
    await this.#files.remove(this.path(id))
    await this.#files.sync(this.folder)
  }

  /** Drops a record whose file has disappeared, and returns it. */
  forget(id: string): StoredRecord | undefined {
    const record = this.#records.get(id)
    this.#records.delete(id)
    return record
  }

  path(id: string): string {
    return join(this.folder, `${id}${SUFFIX}`)
  }
}

/** The id in a record's file name. */
export const recordId = (name: string): string | undefined =>
  name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : undefined

async function readRecord(path: string): Promise<StoredRecord | undefined> {
  try {
    const { version: _, ...record } = recordSchema.parse(JSON.parse(await readFile(path, 'utf8')))
    return record
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined
    throw error
  }
}
