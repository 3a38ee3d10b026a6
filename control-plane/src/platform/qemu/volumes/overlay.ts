import { type FileHandle, open } from 'node:fs/promises'
import { PlatformError } from '../../interface/platform-error.ts'
import { imageFile, require } from './formats/image-file.ts'
import { QCOW2_HEADER_BYTES, QCOW2_MAGIC, readQcow2Header } from './formats/qcow2-header.ts'
import { checkQcow2Header, isQcow2 } from './formats/qcow2.ts'

const CLUSTER_BITS = 16
const CLUSTER = 2 ** CLUSTER_BITS
const L2_ENTRIES = CLUSTER / 8
const VERSION_3_BYTES = 104
const EXTENSION_BACKING_FORMAT = 0xe2792aca
/** Flags that QEMU sets by itself: not closed, and found to be corrupt. */
const OWN_FEATURES = 0b11n

/** Names of files in the folder of layers. */
export const LAYER_NAME = /^[0-9a-f-]{36}\.(raw|qcow2)$/

/** An empty qcow2 file with the content of `backing`, and zeros after its end. */
export function emptyOverlay(backing: { name: string; format: string }, sizeBytes: number): Buffer {
  const l1Entries = Math.ceil(sizeBytes / (CLUSTER * L2_ENTRIES))
  // The header, the refcount table, its only block, and the L1 table.
  const clusters = 3 + Math.ceil((l1Entries * 8) / CLUSTER)
  const file = Buffer.alloc(clusters * CLUSTER)
  const extensionBytes = 8 + Math.ceil(backing.format.length / 8) * 8 + 8
  const nameOffset = VERSION_3_BYTES + extensionBytes

  file.write(QCOW2_MAGIC, 0, 'latin1')
  file.writeUInt32BE(3, 4)
  file.writeBigUInt64BE(BigInt(nameOffset), 8)
  file.writeUInt32BE(backing.name.length, 16)
  file.writeUInt32BE(CLUSTER_BITS, 20)
  file.writeBigUInt64BE(BigInt(sizeBytes), 24)
  file.writeUInt32BE(l1Entries, 36)
  file.writeBigUInt64BE(BigInt(3 * CLUSTER), 40)
  file.writeBigUInt64BE(BigInt(CLUSTER), 48)
  file.writeUInt32BE(1, 56)
  file.writeUInt32BE(4, 96)
  file.writeUInt32BE(VERSION_3_BYTES, 100)
  file.writeUInt32BE(EXTENSION_BACKING_FORMAT, VERSION_3_BYTES)
  file.writeUInt32BE(backing.format.length, VERSION_3_BYTES + 4)
  file.write(backing.format, VERSION_3_BYTES + 8, 'latin1')
  file.write(backing.name, nameOffset, 'latin1')

  file.writeBigUInt64BE(BigInt(2 * CLUSTER), CLUSTER)
  for (let cluster = 0; cluster < clusters; cluster++) file.writeUInt16BE(1, 2 * CLUSTER + cluster * 2)
  return file
}

/**
 * The start of an overlay's file up to the name of its backing file, with another name, which is no longer than the
 * old.
 * @param head the first bytes of the file, which QEMU may have rewritten
 */
export function rebased(head: Buffer, backing: { name: string; format: string }): Buffer {
  const { backing: present, headerBytes } = readQcow2Header(head)
  if (!present || backing.name.length > present.bytes) throw new Error('The name of the backing file does not fit')
  const changed = Buffer.from(head.subarray(0, present.offset + present.bytes))
  changed.fill(0, present.offset)
  changed.write(backing.name, present.offset, 'latin1')
  changed.writeUInt32BE(backing.name.length, 16)
  for (let at = headerBytes; at + 8 <= present.offset;) {
    const [type, bytes] = [changed.readUInt32BE(at), changed.readUInt32BE(at + 4)]
    const padded = Math.ceil(bytes / 8) * 8
    if (type === EXTENSION_BACKING_FORMAT && backing.format.length <= padded) {
      changed.fill(0, at + 8, at + 8 + padded)
      changed.write(backing.format, at + 8, 'latin1')
      changed.writeUInt32BE(backing.format.length, at + 4)
    }
    at += 8 + padded
  }
  return changed
}

/** Fields that the driver reads of its own overlays. */
export interface OverlayHeader {
  backing: string
  clusterBytes: number
  sizeBytes: number
  l1Offset: number
  l1Entries: number
}

/**
 * Reads the header of an overlay, which a compromised QEMU may have replaced. Throws `permanent` for features that our
 * overlays never have: they could lead a program to other files, or make this process read without end.
 */
export async function readOverlay(handle: FileHandle): Promise<OverlayHeader> {
  const { size } = await handle.stat()
  const file = imageFile(handle, size)
  const head = await file.read(0, QCOW2_HEADER_BYTES)
  try {
    require(isQcow2(head), 'it is no qcow2 file')
    const header = readQcow2Header(head)
    const { backing, clusterBits, sizeBytes, l1Offset, l1Entries, incompatible } = header
    checkQcow2Header(file, head, header)
    require(clusterBits === CLUSTER_BITS, 'its cluster size is not that of an overlay')
    require((incompatible & ~OWN_FEATURES) === 0n, 'it needs features that no overlay has')
    const name = backing && head.toString('latin1', backing.offset, backing.offset + backing.bytes)
    if (name === null || !LAYER_NAME.test(name)) throw new PlatformError('permanent', 'What is below it is no layer')
    return { backing: name, clusterBytes: CLUSTER, sizeBytes, l1Offset, l1Entries }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    throw new PlatformError('permanent', `A layer of the disk is not as Skerry made it. ${error.message}`, error)
  }
}

/** Name of an overlay's base; undefined for a file that is not our overlay. */
export async function backingOf(path: string): Promise<string | undefined> {
  await using handle = await open(path, 'r')
  try {
    return (await readOverlay(handle)).backing
  } catch (error) {
    if (error instanceof PlatformError) return undefined
    throw error
  }
}
