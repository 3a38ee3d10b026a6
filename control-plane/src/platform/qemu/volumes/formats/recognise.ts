import { diskIn, IMAGE_HEAD_BYTES, IMAGE_TAIL_BYTES, imageRefusal } from '@skerry/contract/rules/image-content.ts'
import { type ForeignImage, type ImageFile, refused } from './image-file.ts'
import { checkQcow2 } from './qcow2.ts'
import { checkVhd } from './vhd.ts'
import { checkVmdk } from './vmdk.ts'

/** A raw disk. Bytes after it in its file, such as a footer, are not part of it. */
export interface RawDisk {
  format: 'raw'
  contentBytes: number
}

/**
 * Finds the format of a disk image by its first and last bytes, before another program opens it. Throws `refused` for
 * an image that could refer to other files, is broken, or is not supported.
 */
export async function recognise(file: ImageFile): Promise<ForeignImage | RawDisk> {
  const { length } = file
  const head = await file.read(0, IMAGE_HEAD_BYTES)
  const refusal = imageRefusal(head)
  if (refusal) throw refused(refusal)
  const tailBytes = Math.min(IMAGE_TAIL_BYTES, length)
  const tail = await file.read(length - tailBytes, tailBytes)
  const { format, contentBytes } = diskIn({ head, tail, length })
  if (format === 'qcow2') return checkQcow2(file)
  if (format === 'VMDK') return checkVmdk(file)
  if (format === 'VHD') return checkVhd(file)
  return { format, contentBytes }
}
