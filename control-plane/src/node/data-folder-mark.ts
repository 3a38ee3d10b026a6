import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { FilesMark } from '../kernel/files-mark.ts'
import { durable } from '../file-system/disk.ts'

/** In the data folder. The storage of real machines has a file of its own of this kind. */
export const MARK_FILE = 'storage.json'
const marked = z.object({ id: z.uuid() })

export class DataFolderMark implements FilesMark {
  readonly path: string
  #written: Promise<void> = Promise.resolve()

  constructor(folder: string) {
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

  /** One after the other: two tasks may write it at once. */
  write(id: string): Promise<void> {
    const write = () => durable(this.path, JSON.stringify({ id }))
    return (this.#written = this.#written.then(write, write))
  }
}
