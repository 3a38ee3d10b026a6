import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { ifMissing } from '../../../file-system/if-missing.ts'
import { MARK_FILE, readMark, writeMark } from '../../../file-system/mark.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { DesiredState } from '../../interface/platform.ts'
import { FOLDERS } from './stored.ts'

/**
 * The id in the storage's folder. If it is missing or different, the folder is not the storage of this database, for
 * example because a file system is not mounted. Nothing then follows from files in it, or missing from it.
 */
export class StorageMark {
  readonly #folder: string
  readonly #path: string
  readonly #files: DurableFiles
  #expected: string | undefined
  #problem: PlatformError | undefined

  constructor(folder: string, files: DurableFiles) {
    this.#folder = folder
    this.#path = join(folder, MARK_FILE)
    this.#files = files
  }

  /**
   * Takes the folder for the storage of a database, which marks it when both are new. A storage without a mark may be
   * another database's.
   * @throws `transient` for another folder, in which nothing has changed
   */
  async claim({ storage, volumes, snapshots, images }: DesiredState): Promise<void> {
    if (!storage) return
    this.#expected = storage.id
    const expectsNothing = [volumes, snapshots, images].every(({ length }) => length === 0)
    if (!storage.used && expectsNothing && (await this.#isNew())) {
      await this.#files.makeFolder(this.#folder)
      await writeMark(this.#path, storage.id, this.#files)
    }
    await this.check()
  }

  /** @throws `transient` while the folder is not the storage */
  async check(): Promise<void> {
    this.#problem = this.#expected === undefined ? undefined : this.#problemWith(this.#expected)
    this.requireSeen()
  }

  /** @throws `transient` if the last check found that it was not the storage */
  requireSeen(): void {
    if (this.#problem) throw this.#problem
  }

  #problemWith(expected: string): PlatformError | undefined {
    let found
    try {
      found = readMark(this.#path)
    } catch (error) {
      return new PlatformError('transient', (error as Error).message, error)
    }
    if (found === expected) return undefined
    const what = `is not ${found === undefined ? 'mounted, or not ' : ''}the storage of this database`
    const way = `mount the right one, or take this one for it: echo '{"id":"${expected}"}' > ${this.#path}`
    return new PlatformError('transient', `${this.#folder} ${what}: ${way}`)
  }

  /** Whether it has nothing of a storage. A file system may have folders of its own there, such as `lost+found`. */
  async #isNew(): Promise<boolean> {
    const namesIn = (folder: string) => readdir(join(this.#folder, folder)).catch(ifMissing<string[]>([]))
    const inside = await Promise.all(FOLDERS.map(namesIn))
    return inside.flat().length === 0 && !(await namesIn('')).includes(MARK_FILE)
  }
}
