import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type DurableFiles, durable } from '../../../file-system/durable-files.ts'
import { KeyedLock } from '../base/keyed-lock.ts'
import { LAYER_NAME } from './overlay.ts'
import { recordId } from './records.ts'

const name = z.string().regex(LAYER_NAME)
const baseSchema = z.object({
  version: z.literal(1),
  base: name,
  /** The next base, while it changes: the overlay's header shows whether it has changed yet. */
  next: name.optional(),
  /** Whether a machine changes the header, perhaps after its caller stopped waiting. */
  byMachine: z.boolean().optional(),
})

export type Base = Omit<z.infer<typeof baseSchema>, 'version'>

/**
 * The base of each overlay, as the server set it. Only the server writes these files; headers are also written by QEMU.
 */
export class Bases {
  readonly folder: string
  readonly #files: DurableFiles
  readonly #locks = new KeyedLock()

  constructor(folder: string, files: DurableFiles) {
    this.folder = folder
    this.#files = files
  }

  /** Undefined if none is recorded, or the record is damaged. */
  async get(layer: string): Promise<Base | undefined> {
    try {
      const { version: _, ...base } = baseSchema.parse(JSON.parse(await readFile(this.#path(layer), 'utf8')))
      return base
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || error instanceof z.ZodError || error instanceof SyntaxError) return undefined
      throw error
    }
  }

  put(layer: string, base: Base): Promise<void> {
    const content = JSON.stringify({ version: 1, ...base })
    return this.#locks.run(layer, () => durable(this.#path(layer), content, this.#files))
  }

  async remove(layer: string): Promise<void> {
    await this.#files.remove(this.#path(layer))
  }

  /** Names of the layers that have a recorded base. */
  async layers(): Promise<string[]> {
    return (await readdir(this.folder)).map(recordId).filter((id) => id !== undefined)
  }

  #path(layer: string): string {
    return join(this.folder, `${layer}.json`)
  }
}
