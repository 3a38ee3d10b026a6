import { offsetOf, require } from './image-file.ts'

export const QCOW2_MAGIC = 'QFI\xfb'
/** Maximum length of a header with its extensions. */
export const QCOW2_HEADER_BYTES = 65_536

/** The fields of a qcow2 header, versions 2 and 3, as they are in the file. */
export interface Qcow2Header {
  version: number
  backing: { offset: number; bytes: number } | null
  clusterBits: number
  sizeBytes: number
  encryption: number
  l1Entries: number
  l1Offset: number
  refcountTableOffset: number
  refcountTableClusters: number
  snapshots: number
  snapshotsOffset: number
  incompatible: bigint
  refcountOrder: number
  headerBytes: number
}

/** Reads the fields. Throws if they cannot be offsets or sizes; the caller checks the rest. */
export function readQcow2Header(head: Buffer): Qcow2Header {
  const version = head.readUInt32BE(4)
  require(version === 2 || version === 3, `its qcow2 version is ${version}`)
  const backingOffset = offsetOf(head.readBigUInt64BE(8), 'the offset of its backing file')
  return {
    version,
    backing: backingOffset === 0 ? null : { offset: backingOffset, bytes: head.readUInt32BE(16) },
    clusterBits: head.readUInt32BE(20),
    sizeBytes: offsetOf(head.readBigUInt64BE(24), 'its size'),
    encryption: head.readUInt32BE(32),
    l1Entries: head.readUInt32BE(36),
    l1Offset: offsetOf(head.readBigUInt64BE(40), 'the offset of its L1 table'),
    refcountTableOffset: offsetOf(head.readBigUInt64BE(48), 'the offset of its refcount table'),
    refcountTableClusters: head.readUInt32BE(56),
    snapshots: head.readUInt32BE(60),
    snapshotsOffset: offsetOf(head.readBigUInt64BE(64), 'the offset of its snapshots'),
    incompatible: version === 3 ? head.readBigUInt64BE(72) : 0n,
    refcountOrder: version === 3 ? head.readUInt32BE(96) : 4,
    headerBytes: version === 3 ? head.readUInt32BE(100) : 72,
  }
}
