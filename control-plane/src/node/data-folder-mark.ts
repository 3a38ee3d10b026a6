import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { FilesMark } from '../kernel/files-mark.ts'

/** In the data folder. The storage of real machines has a file of its own of this kind. */
export const MARK_FILE = 'storage.json'
const marked = z.object({ id: z.uuid() })

export class DataFolderMark implements FilesMark {
  readonly path: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.path = join(folder, MARK_FILE)
  }

  async read(): Promise<string | undefined> {
    try {
      return marked.parse(JSON.parse(await readFile(this.path, 'utf8'))).id
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) return ''
      if (code === 'ENOENT') return undefined
      throw error
    }
  }

  async write(id: string): Promise<void> {
    // Two tasks may write it at once.
    const draft = `${this.path}.${randomUUID()}`
    {
      await using file = await open(draft, 'w', 0o600)
      await file.writeFile(JSON.stringify({ id }))
      await file.sync()
    }
    await rename(draft, this.path)
    await using folder = await open(this.#folder, 'r')
    await folder.sync()
  }
}
