import { type ForeignImage, type ImageFile, refused } from './image-file.ts'
import { checkQcow2, isQcow2 } from './qcow2.ts'
import { checkVhd, isVhd } from './vhd.ts'
import { checkVmdk, isVmdk } from './vmdk.ts'

const HEAD_BYTES = 512

/** Containers of disks that are not converted. None of them starts a disk that boots. */
const UNSUPPORTED: readonly { name: string; at: number; magic: string }[] = [
  { name: 'VHDX', at: 0, magic: 'vhdxfile' },
  { name: 'VDI', at: 64, magic: '\x7f\x10\xda\xbe' },
  { name: 'QED', at: 0, magic: 'QED\0' },
]

/**
 * Finds the format of a disk image by its first bytes, before another program opens it. Undefined for a raw disk.
 * Throws `refused` for what could lead to other files, is broken, or is not supported.
 */
export async function recognise(file: ImageFile): Promise<ForeignImage | undefined> {
  const head = await file.read(0, HEAD_BYTES)
  for (const { name, at, magic } of UNSUPPORTED)
    if (head.toString('latin1', at, at + magic.length) === magic)
      throw refused(`${name} is not supported; convert it to qcow2 or to a raw disk first`)
  if (isQcow2(head)) return checkQcow2(file)
  if (isVmdk(head)) return checkVmdk(file)
  if (isVhd(head)) return checkVhd(file)
  return undefined
}
