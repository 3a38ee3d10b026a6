import {
  diskIn,
  type DiskInFile,
  IMAGE_HEAD_BYTES,
  IMAGE_TAIL_BYTES,
  type ImageFileEnds,
  imageRefusal,
  packedFormat,
} from '@skerry/contract/rules/image-content.ts'
import { bytesText, GIB } from '../../kernel/values/bytes.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { ImageFetching } from './image-fetching.ts'

const MAX_DISK_BYTES = 1023 * GIB

/** The maximum size of a disk, and the reason for messages. */
export interface SizeLimit {
  bytes: number
  why: string
}

/** The limit of every disk. */
export const largestDisk: SizeLimit = { bytes: MAX_DISK_BYTES, why: 'a disk has at most 1023 GiB' }

/**
 * Maximum unpacked size of a file: a nearly empty disk is compressed a lot, a file made to exhaust storage even more.
 */
const unpackedLimit = (fileBytes: number): SizeLimit => ({
  bytes: 16 * GIB + 1000 * fileBytes,
  why: 'that is far more than its size',
})

/** The disk in a file that was fetched. */
export interface FetchedContent {
  disk: DiskInFile
  /** Reads it from its start, without a footer. */
  open(): AsyncIterable<Uint8Array>
}

/**
 * Looks at a file, and unpacks it once to see how long it is if it is compressed: no further than a limit.
 * @throws PlatformError
 */
export async function fetchedContent(
  { files, unpack }: Pick<ImageFetching, 'files' | 'unpack'>,
  id: string,
  limits: readonly SizeLimit[],
  signal: AbortSignal,
): Promise<FetchedContent> {
  const fileBytes = await files.size(id)
  const head = await bytesOf(files.read(id, 0, IMAGE_HEAD_BYTES))
  const packed = packedFormat(head)
  if (!packed) {
    const tail = await bytesOf(files.read(id, Math.max(0, fileBytes - IMAGE_TAIL_BYTES)))
    const disk = diskIn({ head, tail, length: fileBytes })
    return { disk, open: () => files.read(id, 0, disk.contentBytes) }
  }
  const limit = [unpackedLimit(fileBytes), ...limits].reduce((least, each) => (each.bytes < least.bytes ? each : least))
  const open = () => atMost(limit, unpack(packed, files.read(id), signal))
  const disk = diskIn(await endsOf(open()))
  return { disk, open: () => firstBytes(disk.contentBytes, open()) }
}

/** Passes a file on until its first bytes show that no disk is in it. @throws PlatformError */
export async function* untilRefused(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array()
  for await (const part of parts) {
    if (head.length < IMAGE_HEAD_BYTES) {
      head = joined(head, part.subarray(0, IMAGE_HEAD_BYTES - head.length))
      if (head.length === IMAGE_HEAD_BYTES) refuseContent(head, 'or unpack')
    }
    yield part
  }
  if (head.length < IMAGE_HEAD_BYTES) refuseContent(head, 'or unpack')
}

function refuseContent(head: Uint8Array, orUnpack?: 'or unpack'): void {
  const refusal = orUnpack && packedFormat(head) ? undefined : imageRefusal(head)
  if (refusal) throw new PlatformError('permanent', `the image is refused: ${refusal}`)
}

/** The first and last bytes of the unpacked content, which must not be a compressed file again. */
async function endsOf(parts: AsyncIterable<Uint8Array>): Promise<ImageFileEnds> {
  let [head, tail, length]: [Uint8Array, Uint8Array, number] = [new Uint8Array(), new Uint8Array(), 0]
  for await (const part of parts) {
    if (head.length < IMAGE_HEAD_BYTES) {
      head = joined(head, part.subarray(0, IMAGE_HEAD_BYTES - head.length))
      if (head.length === IMAGE_HEAD_BYTES) refuseContent(head)
    }
    tail = joined(tail, part.subarray(-IMAGE_TAIL_BYTES)).slice(-IMAGE_TAIL_BYTES)
    length += part.length
  }
  refuseContent(head)
  return { head, tail, length }
}

/** Limits the unpacked size, with room for a footer, which is not part of the disk. */
async function* atMost({ bytes, why }: SizeLimit, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > bytes + IMAGE_TAIL_BYTES)
      throw new PlatformError('permanent', `the file unpacks to more than ${bytesText(bytes)}: ${why}`)
    yield part
  }
}

async function* firstBytes(limit: number, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = limit
  for await (const part of parts) {
    yield part.subarray(0, left)
    left -= Math.min(left, part.length)
    if (left === 0) return
  }
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array()
  for await (const part of parts) bytes = joined(bytes, part)
  return bytes
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/** The size of an image of that disk, in whole GiB: with room for its file too, whose own tables may need more. */
export const imageSize = ({ diskBytes, contentBytes }: DiskInFile): number =>
  Math.ceil(Math.max(diskBytes, contentBytes) / GIB) * GIB
