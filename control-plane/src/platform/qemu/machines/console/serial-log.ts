import { type FileHandle, open } from 'node:fs/promises'
import { SERIAL_HISTORY_BYTES } from '../../../interface/instances.ts'
import type { SerialHistory, SerialPosition } from '../../../interface/instances.ts'
import { freeBeginning, RETAINED_BYTES } from '../../base/growing-log.ts'

/**
 * The file to which QEMU appends the output of a machine's serial port, whether or not this server runs. An offset in
 * the file equals the offset in the output: old output is freed by punching a hole at the beginning.
 */
export class SerialLog {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Offset after the last byte; 0 before the first run. */
  async end(): Promise<number> {
    return this.#withFile(async (file) => (await file.stat()).size, 0)
  }

  /** At most `maxBytes` from a position within the last mebibyte. */
  async history(position: SerialPosition, maxBytes = SERIAL_HISTORY_BYTES): Promise<SerialHistory> {
    const nothing = { bytes: new Uint8Array(), endOffset: 0 }
    return this.#withFile(async (file) => {
      const { size } = await file.stat()
      const from = startOf(position, size)
      const bytes = await read(file, from, Math.min(maxBytes, size - from))
      return { bytes, endOffset: from + bytes.length }
    }, nothing)
  }

  /** Up to `maxBytes` bytes from an offset; undefined if they were freed. */
  async read(from: number, maxBytes: number): Promise<Uint8Array | undefined> {
    return this.#withFile(async (file) => {
      const { size } = await file.stat()
      if (from < size - RETAINED_BYTES) return undefined
      return read(file, from, Math.min(maxBytes, Math.max(0, size - from)))
    }, new Uint8Array())
  }

  /** Frees the space of output that can no longer be read. */
  free(): Promise<void> {
    return freeBeginning(this.path)
  }

  async #withFile<T>(work: (file: FileHandle) => Promise<T>, missing: T): Promise<T> {
    let file: FileHandle
    try {
      file = await open(this.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
      throw error
    }
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  }
}

/** The offset of a position in an output of that length, between its last mebibyte and its end. */
export function startOf(position: SerialPosition, end: number): number {
  const wanted = 'fromStart' in position ? position.fromStart : end - position.mostRecent
  return Math.min(Math.max(wanted, end - SERIAL_HISTORY_BYTES, 0), end)
}

async function read(file: FileHandle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let at = 0
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at)
    if (!bytesRead) break
    at += bytesRead
  }
  return bytes.subarray(0, at)
}
