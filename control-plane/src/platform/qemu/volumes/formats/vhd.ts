import { requireProportion } from './expansion.ts'
import { type ForeignImage, type ImageFile, offsetOf, piecesOf, require } from './image-file.ts'

const FOOTER_BYTES = 512
const HEADER_BYTES = 1024
const DYNAMIC = 3
/** Size of an entry in the table of blocks. */
const UNUSED_BLOCK = 0xffff_ffff
const MAX_BLOCK_BYTES = 256 * 2 ** 20
const MAX_TABLE_BYTES = 32 * 2 ** 20

/** Checks a foreign VHD file with a copy of its footer at the start: a dynamic one, without a parent. */
export async function checkVhd(file: ImageFile): Promise<ForeignImage> {
  const footer = await file.read(0, FOOTER_BYTES)
  const kind = footer.readUInt32BE(60)
  require(kind !== 4, 'it has a parent')
  require(kind === DYNAMIC, 'it is no dynamic VHD')
  require(hasChecksum(footer, 64), 'its footer is broken')
  const sizeBytes = offsetOf(footer.readBigUInt64BE(48), 'its size')
  require(sizeBytes > 0 && sizeBytes % 512 === 0, 'its size is no whole number of sectors')

  const headerOffset = offsetOf(footer.readBigUInt64BE(16), 'the offset of its header')
  require(headerOffset >= FOOTER_BYTES &&
    headerOffset + HEADER_BYTES <= file.length, 'its header is outside of the file')
  const header = await file.read(headerOffset, HEADER_BYTES)
  require(header.toString('latin1', 0, 8) === 'cxsparse' && hasChecksum(header, 36), 'its header is broken')
  require(header.subarray(40, 56).every((byte) => byte === 0), 'it has a parent')

  const blockBytes = header.readUInt32BE(32)
  require(Number.isInteger(Math.log2(blockBytes)), 'its block size is out of range')
  require(blockBytes >= 512 && blockBytes <= MAX_BLOCK_BYTES, 'its block size is out of range')
  const [table, entries] = [offsetOf(header.readBigUInt64BE(16), 'the offset of its table'), header.readUInt32BE(28)]
  require(entries * 4 <= MAX_TABLE_BYTES, 'its table is absurdly large')
  require(entries >= Math.ceil(sizeBytes / blockBytes), 'its table is too small')
  require(table > 0 && table + entries * 4 <= file.length, 'its table is outside of the file')
  let used = 0
  for await (const piece of piecesOf(file, table, entries * 4))
    for (let at = 0; at < piece.length; at += 4) if (piece.readUInt32BE(at) !== UNUSED_BLOCK) used++
  requireProportion(file, used * blockBytes)
  return { format: 'vpc', sizeBytes, contentBytes: file.length }
}

/** The complement of the sum of all bytes except the checksum's. */
function hasChecksum(bytes: Buffer, at: number): boolean {
  let sum = 0
  for (const [index, byte] of bytes.entries()) if (index < at || index >= at + 4) sum += byte
  return bytes.readUInt32BE(at) === ~sum >>> 0
}
