import type { CatalogImage } from '@skerry/contract/compute/image-fetches.ts'
import type { PackedFormat } from '@skerry/contract/rules/image-content.ts'
import type { Outbound, OutboundStreams } from '../../kernel/services/outbound.ts'

/** Files of images while they are fetched, by the image's id. */
export interface DownloadFiles {
  /** Number of its bytes that are stored; 0 without a file. */
  size(id: string): Promise<number>
  /**
   * Writes from an offset at or before the file's end, and drops what the file had after it. @throws 507 without space
   */
  write(id: string, offset: number, parts: AsyncIterable<Uint8Array>): Promise<void>
  /** Hashes in hexadecimal. */
  hashes(id: string, signal: AbortSignal): Promise<{ sha256: string; sha512: string }>
  /** Reads from an offset, at most `length` bytes. */
  read(id: string, offset?: number, length?: number): AsyncIterable<Uint8Array>
  /** Does nothing if there is no file. */
  remove(id: string): Promise<void>
  ids(): Promise<string[]>
}

/** Parts of a server that fetch images. */
export interface ImageFetching {
  outbound: Pick<Outbound, 'check'> & OutboundStreams
  files: DownloadFiles
  /** Unpacks a stream as it arrives, within limits of memory and time. @throws PlatformError */
  unpack(format: PackedFormat, packed: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array>
  catalog: readonly CatalogImage[]
  /** Largest file. */
  maxBytes: number
}

declare module '../../kernel/services/services.ts' {
  interface WingServices {
    /** Undefined where there is no network or no file system. */
    imageFetching: ImageFetching | undefined
  }
}
