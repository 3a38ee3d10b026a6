import { join } from 'node:path'
import * as z from 'zod'
import type { FilesMark } from '../kernel/files-mark.ts'
import { durable } from '../file-system/disk.ts'
import { readPlainFile } from '../file-system/plain-file.ts'

/** File in the data folder. The storage of real machines has a mark of its own. */
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
      const text = readPlainFile(this.path)
      return text === undefined ? undefined : marked.parse(JSON.parse(text)).id
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) return ''
      throw error
    }
  }

  /** Writes are serialized: two tasks may write at once. */
  write(id: string): Promise<void> {
    const write = () => durable(this.path, JSON.stringify({ id }))
    return (this.#written = this.#written.then(write, write))
  }
}
