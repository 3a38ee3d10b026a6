import { readFile } from 'node:fs/promises'
import { durable } from '../../../../file-system/durable-files.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { usersWithProcesses } from '../../base/process-id.ts'
import type { MachineUser, UserRange } from './machine-user.ts'

/**
 * Gives each start of a machine the next user of the data folder's range, so that files or processes that a machine
 * left on the host do not belong to a later machine until the range is used up.
 */
export class NextUsers {
  readonly #range: UserRange
  readonly #path: string
  #last: Promise<unknown> = Promise.resolve()

  /** @param path file with the position of the next user in the range */
  constructor(range: UserRange, path: string) {
    this.#range = range
    this.#path = path
  }

  /** @param taken users of machines that run or start */
  next(taken: ReadonlySet<number>): Promise<MachineUser> {
    const next = this.#last.catch(() => {}).then(() => this.#next(taken))
    this.#last = next
    return next
  }

  async #next(taken: ReadonlySet<number>): Promise<MachineUser> {
    const { first, count } = this.#range
    const busy = await usersWithProcesses()
    const from = await this.#read()
    for (let tried = 0; tried < count; tried++) {
      const at = (from + tried) % count
      if (taken.has(first + at) || busy.has(first + at)) continue
      await durable(this.#path, `${at + 1}`)
      return first + at
    }
    throw new PlatformError('permanent', 'Each user for machines has processes on this host')
  }

  async #read(): Promise<number> {
    try {
      return Number(await readFile(this.#path, 'utf8')) || 0
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return 0
    }
  }
}
