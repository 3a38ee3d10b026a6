import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { keptFreeBytes } from '../platform/kept-free.ts'
import { fileSystemOf, leastFreeBytes } from './disk-space.ts'

const run = promisify(execFile)
const LOOK_MS = 250
const BLOCK_BYTES = 512
const CHUNK_BYTES = 2 ** 20

/**
 * A file that holds space for the database, which shares the file system with what users store. It is deleted when
 * nearly nothing is left, and made again when there is room for it.
 */
export class Reserve {
  readonly #folder: string
  readonly #path: string

  constructor(folder: string) {
    this.#folder = folder
    this.#path = join(folder, 'reserve')
  }

  /** Deletes it if nearly nothing else is left. Called before anything is written. */
  async release(): Promise<void> {
    const { freeBytes, totalBytes } = await fileSystemOf(this.#folder)
    if (freeBytes >= leastFreeBytes(totalBytes) || !(await this.#bytes())) return
    await rm(this.#path, { force: true })
    process.stderr.write(`skerry: ${this.#folder} is full: released what is reserved for the database\n`)
  }

  /** Makes it, and looks after it until the returned function is called. */
  keep(): () => Promise<void> {
    const ended = new AbortController()
    const work = this.#keep(ended.signal)
    return async () => {
      ended.abort()
      await work
    }
  }

  async #keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look().catch(() => {})
      await delay(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  }

  async #look(): Promise<void> {
    await this.release()
    const { freeBytes, totalBytes } = await fileSystemOf(this.#folder)
    const bytes = keptFreeBytes(totalBytes)
    const missing = bytes - (await this.#bytes())
    // Machines that waited for room continue with two such parts.
    if (missing > 0 && freeBytes >= missing + 2 * bytes) await this.#make(bytes)
  }

  async #make(bytes: number): Promise<void> {
    try {
      await run('fallocate', ['--length', `${bytes}`, this.#path])
    } catch {
      await this.#write(bytes)
    }
  }

  /** Where the system or the file system cannot allocate. Random bytes cannot be compressed. */
  async #write(bytes: number): Promise<void> {
    await using file = await open(this.#path, 'w', 0o600)
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; at < bytes; at += CHUNK_BYTES)
      await file.write(randomFillSync(chunk), 0, Math.min(CHUNK_BYTES, bytes - at), at)
  }

  /** What it holds; 0 where there is none. */
  async #bytes(): Promise<number> {
    const found = await stat(this.#path).catch(() => undefined)
    return (found?.blocks ?? 0) * BLOCK_BYTES
  }
}
