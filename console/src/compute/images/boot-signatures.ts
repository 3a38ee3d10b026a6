import {
  diskIn,
  type DiskInFile,
  IMAGE_HEAD_BYTES,
  IMAGE_TAIL_BYTES,
  imageRefusal,
  isCd,
  packedFormat,
} from '@skerry/contract/rules/image-content.ts'
import { formatBytes } from '~/lib/format/numbers.ts'

export const blockSizes = [512, 2048, 4096] as const
export type BlockSize = (typeof blockSizes)[number]

const largestBytes = 1023 * 1024 ** 3

/** What the first and the last bytes of a file tell about it. */
export interface BootSignatures {
  /** Why it can't become an image, and what to do. */
  refusal: string | undefined
  /** Where the EFI partition table begins: one block into the disk, so this is the block size it was made for. */
  efiOffset: BlockSize | undefined
  /** Has a boot sector that a BIOS starts. */
  bios: boolean
  /** Has the file system of a CD. */
  cd: boolean
  disk: DiskInFile
}

/** Looks for signatures at the start and the end of a file; rejects where the file cannot be read. */
export async function readBootSignatures(file: File): Promise<BootSignatures> {
  const bytes = async (part: Blob) => new Uint8Array(await part.arrayBuffer())
  const head = await bytes(file.slice(0, IMAGE_HEAD_BYTES))
  const tail = await bytes(file.slice(Math.max(0, file.size - IMAGE_TAIL_BYTES)))
  const has = (text: string, offset: number) =>
    [...text].every((letter, at) => head[offset + at] === letter.charCodeAt(0))
  return {
    refusal: refusalOf(head),
    efiOffset: blockSizes.find((offset) => has('EFI PART', offset)),
    bios: head[510] === 0x55 && head[511] === 0xaa,
    cd: isCd(head),
    disk: diskIn({ head, tail, length: file.size }),
  }
}

function refusalOf(head: Uint8Array): string | undefined {
  const packed = packedFormat(head)
  if (packed) return `The file is compressed with ${packed}. Unpack it first, or fetch it: the server unpacks it.`
  const refusal = imageRefusal(head)
  return refusal && `The image is refused: ${refusal}`
}

/**
 * What a person should know before such a file is uploaded with this block size.
 * @param converts the server converts other disk formats, for machines with a BIOS
 */
export function bootNotices(
  { refusal, efiOffset, bios, cd, disk }: BootSignatures,
  blockSize: BlockSize,
  converts = false,
): string[] {
  if (refusal || cd || (disk.format !== 'raw' && converts)) return []
  if (disk.format !== 'raw') return [`This is a ${disk.format} image. Here only a raw disk image can boot.`]
  return [
    efiOffset && efiOffset !== blockSize && `Its partition table needs a block size of ${efiOffset} bytes`,
    !efiOffset && !(bios && converts) && 'Nothing bootable found: no EFI partition table and no CD image',
  ].filter((notice) => typeof notice === 'string')
}

/** The size that a disk needs for a file, and for the disk in it. */
export const neededBytes = ({ disk }: BootSignatures): number => Math.max(disk.contentBytes, disk.diskBytes)

/** Why a file cannot become an image; `signatures` once it is read. */
export function imageProblem(file: File, signatures: BootSignatures | undefined): string | undefined {
  if (file.size === 0) return 'The file is empty'
  if (signatures?.refusal) return signatures.refusal
  const bytes = signatures ? neededBytes(signatures) : file.size
  if (bytes > largestBytes) return `Must be at most 1023 GiB; this one has ${formatBytes(bytes)}`
  return undefined
}
