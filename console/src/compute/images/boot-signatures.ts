import { formatBytes } from '~/ui/format/numbers.ts'
import { DISK_HEADER_BYTES, type DiskFormat, readDiskFormat } from './disk-format.ts'

export const blockSizes = [512, 2048, 4096] as const
export type BlockSize = (typeof blockSizes)[number]

const largestBytes = 1023 * 1024 ** 3
const cdOffset = 0x8001
const compressedName = /\.(gz|7z|xz|zst)$/i
const convertedName = /\.(qcow2|vmdk|vhd|vpc)$/i

/** What the first bytes and the name of a file tell about it. */
export interface BootSignatures {
  /** Where the EFI partition table begins: one block into the disk, so this is the block size it was made for. */
  efiOffset: BlockSize | undefined
  /** Has a boot sector that a BIOS starts. */
  bios: boolean
  /** Has the volume descriptor of a CD. */
  cd: boolean
  /** Named like an archive. */
  compressed: boolean
  /** Named like a disk format of which the blocks are not the disk's. */
  converted: boolean
  /** Of which the blocks are not the disk's. */
  format: DiskFormat | undefined
}

/** Looks for boot signatures in the first 32 KiB; rejects where the file cannot be read. */
export async function readBootSignatures(file: File): Promise<BootSignatures> {
  const head = new Uint8Array(await file.slice(0, cdOffset + 5).arrayBuffer())
  const has = (text: string, offset: number) =>
    [...text].every((letter, at) => head[offset + at] === letter.charCodeAt(0))
  return {
    efiOffset: blockSizes.find((offset) => has('EFI PART', offset)),
    bios: head[510] === 0x55 && head[511] === 0xaa,
    cd: has('CD001', cdOffset),
    compressed: compressedName.test(file.name),
    converted: convertedName.test(file.name),
    format: readDiskFormat(head.subarray(0, DISK_HEADER_BYTES)),
  }
}

/**
 * What a person should know before such a file is uploaded with this block size.
 * @param converts the server converts other disk formats, for machines with a BIOS
 */
export function bootNotices(
  { efiOffset, bios, cd, compressed, converted, format }: BootSignatures,
  blockSize: BlockSize,
  converts = false,
): string[] {
  if (format && converts) return []
  return [
    converts && compressed && 'This looks compressed. Unpack it before the upload.',
    !converts &&
      (compressed || converted || format) &&
      'This looks compressed or converted. Only a raw disk image can boot.',
    efiOffset && efiOffset !== blockSize && `Its partition table needs a block size of ${efiOffset} bytes`,
    cd && blockSize !== 2048 && 'This looks like a CD image, which needs a block size of 2048 bytes',
    !efiOffset && !cd && !(bios && converts) && 'Nothing bootable found: no EFI partition table and no CD image',
  ].filter((notice) => typeof notice === 'string')
}

/** The size that a disk needs for a file, and for the disk in it. */
export const neededBytes = (file: File, signatures: BootSignatures | undefined): number =>
  Math.max(file.size, signatures?.format?.diskBytes ?? 0)

/** Why a file of this size cannot become an image. */
export function imageSizeProblem(bytes: number, blockSize: number): string | undefined {
  if (bytes === 0) return 'The file is empty'
  if (bytes % blockSize !== 0) return `Size must be a multiple of the block size, ${blockSize} bytes`
  if (bytes > largestBytes) return `Must be at most 1023 GiB; this file has ${formatBytes(bytes)}`
  return undefined
}
