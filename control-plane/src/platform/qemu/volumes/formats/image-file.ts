import type { FileHandle } from 'node:fs/promises'
import { PlatformError } from '../../../interface/platform-error.ts'

/** An untrusted file whose format is examined. */
export interface ImageFile {
  length: number
  /** Reads bytes; zeros after the file's end. */
  read(offset: number, length: number): Promise<Buffer>
}

/** The part of a table that is checked at once, in less than a millisecond. */
const PIECE_BYTES = 2 ** 16

/** Reads a table in pieces, between which other work has its turn. */
export async function* piecesOf(file: ImageFile, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; done += PIECE_BYTES)
    yield await file.read(start + done, Math.min(PIECE_BYTES, bytes - done))
}

/** A disk in a format that is converted, by QEMU's names. */
export interface ForeignImage {
  format: 'qcow2' | 'vmdk' | 'vpc'
  /** Size of the disk. */
  sizeBytes: number
  /** End of the image in its file. */
  contentBytes: number
}

export const refused = (reason: string) => new PlatformError('refused', `The image is refused: ${reason}`)

/** Throws if an untrusted image does not fulfil a condition. */
export function require(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw refused(otherwise)
}

/** An unsigned 64-bit number, if it is small enough for an offset or a length. */
export function offsetOf(value: bigint, what: string): number {
  require(value <= BigInt(Number.MAX_SAFE_INTEGER), `${what} is absurdly large`)
  return Number(value)
}

export const imageFile = (handle: FileHandle, length: number): ImageFile => ({
  length,
  async read(offset, bytes) {
    const buffer = Buffer.alloc(bytes)
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await handle.read(buffer, done, bytes - done, offset + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return buffer
  },
})
