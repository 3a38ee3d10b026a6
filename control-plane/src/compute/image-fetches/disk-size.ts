import { GIB } from '../../kernel/bytes.ts'

const QCOW2_MAGIC = 0x51_46_49_fb

/** As many bytes from the start of an image as `diskSize` needs. */
export const HEADER_BYTES = 32

/**
 * The size of the disk in an image file: what its header says if it is qcow2, else that of the file, whose bytes are
 * then the disk's.
 * @param header the first bytes of the file
 */
export function diskSize(header: Uint8Array, fileBytes: number): bigint {
  if (header.length < HEADER_BYTES) return BigInt(fileBytes)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  return view.getUint32(0) === QCOW2_MAGIC ? view.getBigUint64(24) : BigInt(fileBytes)
}

/** The size of an image of that disk, in whole GiB: with room for its file too, whose own tables may need more. */
export const imageSize = (diskBytes: bigint, fileBytes: number): number =>
  Math.ceil(Math.max(Number(diskBytes), fileBytes) / GIB) * GIB
