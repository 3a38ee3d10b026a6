import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { OrderJournal } from '../orders.ts'
import { PlatformError } from '../platform-error.ts'
import { ifMissing } from './if-missing.ts'
import { durable } from '../../file-system/disk.ts'

/** No call comes later than this. Orders of what nothing has changed for so long are forgotten. */
const KEPT_MS = 90 * 86_400_000
const LINE = /^(?<id>\S+) (?<order>\d+) (?<time>\d+) \.$/

/** A file with a line for each order that was raised: resource, order, time. The last line of a resource counts. */
export class OrderFile implements OrderJournal {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Leaves one line a resource. */
  async read(): Promise<ReadonlyMap<string, number>> {
    try {
      await mkdir(dirname(this.#path), { recursive: true })
      const kept = linesIn(await readFile(this.#path, 'utf8').catch(ifMissing('')), Date.now() - KEPT_MS)
      await durable(this.#path, [...kept.values()].map(({ line }) => `${line}\n`).join('')).catch((error) => {
        // What frees room must not wait for it.
        if (!isFull(error)) throw error
      })
      return new Map([...kept].map(([id, { order }]) => [id, order]))
    } catch (error) {
      throw transient(error)
    }
  }

  async append(id: string, order: number): Promise<void> {
    try {
      await using file = await open(this.#path, 'a', 0o600)
      // A write that failed before may have left half a line.
      await file.writeFile(`\n${id} ${order} ${Date.now()} .\n`)
      await file.datasync()
    } catch (error) {
      // Without room it counts until the process ends.
      if (!isFull(error)) throw transient(error)
    }
  }
}

/** By resource, those that are whole and not too old. */
function linesIn(text: string, oldest: number): Map<string, { order: number; line: string }> {
  const found = new Map<string, { order: number; line: string }>()
  for (const line of text.split('\n')) {
    const { id, order, time } = LINE.exec(line)?.groups ?? {}
    if (id && Number(time) >= oldest) found.set(id, { order: Number(order), line })
  }
  return found
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const transient = (error: unknown) =>
  new PlatformError('transient', `The orders of calls cannot be stored: ${(error as Error).message}`, error)
