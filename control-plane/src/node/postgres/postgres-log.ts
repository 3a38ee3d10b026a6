import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { newFile } from '../folder/new-file.ts'

/** PostgreSQL logs to one file; once that is full, it is copied to a second. */
const MAX_BYTES = 16 * 2 ** 20
const CHUNK_BYTES = 2 ** 20
const LOOK_EVERY_MS = 5_000

export const olderLog = (path: string): string => `${path}.1`

/**
 * Keeps the log from filling the disk. PostgreSQL's own collector never deletes a file, and running processes cannot
 * switch to another one, so the log is copied and truncated in place through its open handle.
 */
export class PostgresLog {
  readonly path: string
  #file: FileHandle | undefined
  #busy = false
  readonly #timer = setInterval(() => void this.#emptyIfFull(), LOOK_EVERY_MS).unref()

  constructor(path: string) {
    this.path = path
  }

  /** Creates a new log in append mode, for a child process to inherit. */
  async renew(): Promise<number> {
    await this.#file?.close()
    this.#file = await newFile(this.path, constants.O_APPEND)
    return this.#file.fd
  }

  /** The content so far. */
  async text(): Promise<string> {
    const file = this.#file
    if (!file) return ''
    const bytes = Buffer.alloc((await file.stat()).size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8', 0, bytesRead)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#file?.close()
    this.#file = undefined
  }

  async #emptyIfFull(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      const file = this.#file
      if (file) await emptyIfFull(file, this.path)
    } catch {
      // It was closed meanwhile.
    }
    this.#busy = false
  }
}

async function emptyIfFull(file: FileHandle, path: string): Promise<void> {
  const { size } = await file.stat()
  if (size <= MAX_BYTES) return
  try {
    await using older = await newFile(olderLog(path))
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at)
      await older.writeFile(chunk.subarray(0, bytesRead))
    }
  } catch {
    // No space for a copy, or the folder is gone: truncate anyway.
  }
  await file.truncate()
}
