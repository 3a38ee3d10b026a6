/** Bytes at the start of a file that `readDiskFormat` needs. */
export const DISK_HEADER_BYTES = 64

const sectorBytes = 512n

/** A file that contains a disk in another form than byte by byte. */
export interface DiskFormat {
  name: 'qcow2' | 'VMDK' | 'VHD'
  /** Of the disk in it; 0 where the header does not say. */
  diskBytes: number
}

/** The format of a disk image by its header; undefined for a raw disk. The server checks what is uploaded. */
export function readDiskFormat(head: Uint8Array): DiskFormat | undefined {
  if (head.length < DISK_HEADER_BYTES) return undefined
  const fields = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const starts = (...magic: number[]) => magic.every((byte, at) => head[at] === byte)
  const sized = (name: DiskFormat['name'], bytes: bigint): DiskFormat => ({
    name,
    diskBytes: bytes <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bytes) : 0,
  })
  if (starts(0x51, 0x46, 0x49, 0xfb)) return sized('qcow2', fields.getBigUint64(24))
  if (starts(0x4b, 0x44, 0x4d, 0x56)) return sized('VMDK', fields.getBigUint64(12, true) * sectorBytes)
  // `conectix`: a dynamic VHD. A fixed one is a raw disk with a footer.
  if (starts(0x63, 0x6f, 0x6e, 0x65, 0x63, 0x74, 0x69, 0x78)) return sized('VHD', fields.getBigUint64(48))
  return undefined
}
