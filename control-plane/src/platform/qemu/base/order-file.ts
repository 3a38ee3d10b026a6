import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { durable } from '../../../file-system/durable-files.ts'
import { ifMissing } from '../../../file-system/if-missing.ts'
import { isNoSpace } from '../../../file-system/no-space.ts'
import type { OrderJournal } from '../../interface/orders.ts'
import { PlatformError } from '../../interface/platform-error.ts'

/** No call is delayed longer than this. Orders of resources that have not changed for so long are dropped. */
const KEPT_MS = 90 * 86_400_000
const LINE = /^(?<id>\S+) (?<order>\d+) (?<time>\d+) \.$/

/** A file with a line for each raised order: resource, order, time. The last line of a resource counts. */
export class OrderFile implements OrderJournal {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Reads the orders, and rewrites the file with one line per resource. */
  async read(): Promise<ReadonlyMap<string, number>> {
    try {
      await mkdir(dirname(this.#path), { recursive: true })
      const kept = linesIn(await readFile(this.#path, 'utf8').catch(ifMissing('')), Date.now() - KEPT_MS)
      await durable(this.#path, [...kept.values()].map(({ line }) => `${line}\n`).join('')).catch((error) => {
        // A full disk does not prevent the start: operations that free space must work.
        if (!isNoSpace(error)) throw error
      })
      return new Map([...kept].map(([id, { order }]) => [id, order]))
    } catch (error) {
      throw transient(error)
    }
  }

  async append(id: string, order: number): Promise<void> {
    try {
      await using file = await open(this.#path, 'a', 0o600)
      // Ends an incomplete line that a failed write may have left.
      await file.writeFile(`\n${id} ${order} ${Date.now()} .\n`)
      await file.datasync()
    } catch (error) {
      // If the disk is full, the order counts until the process ends.
      if (!isNoSpace(error)) throw transient(error)
    }
  }
}

/** Complete lines that are not too old, by resource. */
function linesIn(text: string, oldest: number): Map<string, { order: number; line: string }> {
  const found = new Map<string, { order: number; line: string }>()
  for (const line of text.split('\n')) {
    const { id, order, time } = LINE.exec(line)?.groups ?? {}
    if (id && Number(time) >= oldest) found.set(id, { order: Number(order), line })
  }
  return found
}

const transient = (error: unknown) =>
  new PlatformError('transient', `The orders of calls cannot be stored: ${(error as Error).message}`, error)
