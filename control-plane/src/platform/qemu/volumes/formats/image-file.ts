import type { FileHandle } from 'node:fs/promises'
import { PlatformError } from '../../../platform-error.ts'

/** A file whose format is looked at. Nothing in it can be trusted. */
export interface ImageFile {
  length: number
  /** Zeros behind its end. */
  read(offset: number, length: number): Promise<Buffer>
}

/** A disk in a format that is converted. Its names are those of QEMU. */
export interface ForeignImage {
  format: 'qcow2' | 'vmdk' | 'vpc'
  /** Of the disk in it. */
  sizeBytes: number
  /** Where the image ends in its file. */
  contentBytes: number
}

export const refused = (reason: string) => new PlatformError('refused', `The image is refused: ${reason}`)

/** Throws when an untrusted image does not fulfil a condition. */
export function require(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw refused(otherwise)
}

/** An unsigned number of 64 bits, if it can be an offset or a length at all. */
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
