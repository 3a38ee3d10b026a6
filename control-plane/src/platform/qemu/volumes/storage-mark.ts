import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PlatformError } from '../../platform-error.ts'
import type { DesiredState } from '../../platform.ts'
import { type Disk, durable } from '../../../file-system/disk.ts'
import { readPlainFile } from '../../../file-system/plain-file.ts'
import { KINDS } from './stored.ts'

const FILE = 'storage.json'
const marked = z.object({ id: z.uuid() })

/**
 * The id in the storage's folder. Without it, or with another one, the folder is not the storage of the database: a file
 * system that is not mounted, for example. Then nothing in it, and nothing missing in it, says anything.
 */
export class StorageMark {
  readonly #folder: string
  readonly #disk: Disk
  #expected: string | undefined
  #problem: PlatformError | undefined

  constructor(folder: string, disk: Disk) {
    this.#folder = folder
    this.#disk = disk
  }

  /**
   * Takes the folder for the storage of a database, which marks it when it is used for the first time.
   * @throws `transient` for another folder, in which nothing has changed
   */
  async claim({ storage, volumes, snapshots, images }: DesiredState): Promise<void> {
    if (!storage) return
    this.#expected = storage.id
    if ((await this.#found()) === undefined && !storage.used) {
      const expectsMuch = [volumes, snapshots, images].some(({ length }) => length > 0)
      // From before there were marks, or new.
      if ((await this.#hasRecords()) || !expectsMuch) await this.#write(storage.id)
    }
    await this.check()
  }

  /** @throws `transient` while the folder is not the storage */
  async check(): Promise<void> {
    this.#problem = this.#expected === undefined ? undefined : this.#problemWith(this.#expected, await this.#found())
    this.requireSeen()
  }

  /** @throws `transient` if it was not the storage when it was looked at */
  requireSeen(): void {
    if (this.#problem) throw this.#problem
  }

  #problemWith(expected: string, found: string | undefined): PlatformError | undefined {
    if (found === expected) return undefined
    const what = found === undefined ? 'is not mounted' : 'is not the storage of this database'
    const file = join(this.#folder, FILE)
    const way = `mount the right one, or take this one for it: echo '{"id":"${expected}"}' > ${file}`
    return new PlatformError('transient', `${this.#folder} ${what}: ${way}`)
  }

  async #found(): Promise<string | undefined> {
    try {
      const text = readPlainFile(join(this.#folder, FILE))
      return text === undefined ? undefined : marked.parse(JSON.parse(text)).id
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) return ''
      throw error
    }
  }

  async #hasRecords(): Promise<boolean> {
    const names = await Promise.all(KINDS.map((kind) => readdir(join(this.#folder, `${kind}s`)).catch(() => [])))
    return names.flat().length > 0
  }

  async #write(id: string): Promise<void> {
    await this.#disk.makeFolder(this.#folder)
    await durable(join(this.#folder, FILE), JSON.stringify({ id }), this.#disk)
  }
}
