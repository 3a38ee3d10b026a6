import { join } from 'node:path'
import { MARK_FILE, readMark, writeMark } from '../../file-system/mark.ts'
import type { FilesMark } from '../../kernel/services/files-mark.ts'

/** Mark of the data folder. The storage of real machines has one of its own. */
export class DataFolderMark implements FilesMark {
  readonly path: string
  #written: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.path = join(folder, MARK_FILE)
  }

  async read(): Promise<string | undefined> {
    return readMark(this.path)
  }

  /** Writes are serialized: two tasks may write at once. */
  write(id: string): Promise<void> {
    const write = () => writeMark(this.path, id)
    return (this.#written = this.#written.then(write, write))
  }
}
