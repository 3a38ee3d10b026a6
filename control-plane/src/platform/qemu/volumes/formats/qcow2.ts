import { requireProportion } from './expansion.ts'
import { type ForeignImage, type ImageFile, piecesOf, require } from './image-file.ts'
import { QCOW2_HEADER_BYTES, QCOW2_MAGIC, type Qcow2Header, readQcow2Header } from './qcow2-header.ts'

/** Maximum size of tables that are read. A disk of 1 TiB with clusters of the usual size has half of that. */
const MAX_L2_BYTES = 256 * 2 ** 20
const MAX_L1_BYTES = 32 * 2 ** 20
const MAX_REFCOUNT_TABLE_BYTES = 8 * 2 ** 20
const MAX_SNAPSHOTS_BYTES = 2 ** 20

const CORRUPT = 1n << 1n
const DATA_FILE = 1n << 2n
const EXTENDED_L2 = 1n << 4n
/** Known feature bits: dirty, corrupt, data file, compression type and extended L2 entries. */
const KNOWN = 0b11111n

const EXTENSION_END = 0
const EXTENSION_DATA_FILE = 0x44415441
const EXTENSION_ENCRYPTION = 0x0537be77

export const isQcow2 = (head: Buffer): boolean => head.toString('latin1', 0, 4) === QCOW2_MAGIC

/** Checks a foreign qcow2 file, and that it does not refer to other files. */
export async function checkQcow2(file: ImageFile): Promise<ForeignImage> {
  const head = await file.read(0, QCOW2_HEADER_BYTES)
  const header = readQcow2Header(head)
  require(header.backing === null, 'it has a backing file')
  require((header.incompatible & CORRUPT) === 0n, 'it is marked as corrupt')
  checkQcow2Header(file, head, header)
  await checkL2(file, header, await checkL1(file, header))
  return { format: 'qcow2', sizeBytes: header.sizeBytes, contentBytes: file.length }
}

/**
 * Throws for references to other files, except a backing file, and for tables that are outside of the file or too
 * large.
 */
export function checkQcow2Header(file: ImageFile, head: Buffer, header: Qcow2Header): void {
  require((header.incompatible & DATA_FILE) === 0n, 'its data is in another file')
  require(header.encryption === 0, 'it is encrypted')
  require((header.incompatible & ~KNOWN) === 0n, 'it needs features that are not known')
  checkExtensions(head, header)
  checkTables(file, header)
}

function checkExtensions(head: Buffer, { version, headerBytes, clusterBits }: Qcow2Header): void {
  require(clusterBits >= 9 && clusterBits <= 21, 'its cluster size is out of range')
  const end = Math.min(2 ** clusterBits, head.length)
  require(version === 2 || (headerBytes >= 104 && headerBytes % 8 === 0 && headerBytes <= end), 'its header is broken')
  for (let at = headerBytes; at + 8 <= end;) {
    const [type, bytes] = [head.readUInt32BE(at), head.readUInt32BE(at + 4)]
    if (type === EXTENSION_END) return
    require(type !== EXTENSION_DATA_FILE, 'its data is in another file')
    require(type !== EXTENSION_ENCRYPTION, 'it is encrypted')
    require(bytes <= end - at - 8, 'its header is broken')
    at += 8 + Math.ceil(bytes / 8) * 8
  }
}

function checkTables(file: ImageFile, header: Qcow2Header): void {
  const {
    clusterBits,
    sizeBytes,
    l1Entries,
    l1Offset,
    refcountTableOffset,
    refcountTableClusters,
    snapshots,
    snapshotsOffset,
  } = header
  const cluster = 2 ** clusterBits
  const extended = (header.incompatible & EXTENDED_L2) !== 0n
  require(!extended || clusterBits >= 14, 'its cluster size is out of range')
  require(header.refcountOrder <= 6, 'its reference counts are broken')
  require(sizeBytes > 0 && sizeBytes % 512 === 0, 'its size is no whole number of sectors')
  const needed = Math.ceil(sizeBytes / (cluster * (cluster / (extended ? 16 : 8))))
  require(l1Entries * 8 <= MAX_L1_BYTES, 'its L1 table is absurdly large')
  require(l1Entries >= needed, 'its L1 table is too small')
  require(isInside(file, l1Offset, l1Entries * 8, cluster), 'its L1 table is outside of the file')
  const tableBytes = refcountTableClusters * cluster
  require(tableBytes > 0 && tableBytes <= MAX_REFCOUNT_TABLE_BYTES, 'its refcount table is absurdly large')
  // Internal snapshots are ignored: the disk has its latest content. Each takes at least 40 bytes in their table.
  require(snapshots * 40 <= MAX_SNAPSHOTS_BYTES, 'its table of snapshots is absurdly large')
  require(snapshots === 0 ||
    isInside(file, snapshotsOffset, snapshots * 40, cluster), 'its snapshots are outside of the file')
  require(isInside(file, refcountTableOffset, tableBytes, cluster), 'its refcount table is outside of the file')
}

/** Checks that each L2 table is within the file, outside of the header and the L1 table, and referred to only once. */
async function checkL1(file: ImageFile, { clusterBits, l1Entries, l1Offset }: Qcow2Header): Promise<Set<number>> {
  const cluster = 2 ** clusterBits
  const tables = new Set<number>()
  const l1End = l1Offset + l1Entries * 8
  for await (const piece of piecesOf(file, l1Offset, l1Entries * 8))
    for (let at = 0; at < piece.length; at += 8) {
      const offset = Number(piece.readBigUInt64BE(at) & 0x00ff_ffff_ffff_fe00n)
      if (offset === 0) continue
      require(isInside(file, offset, cluster, cluster), 'its L1 table leads out of the file')
      require(offset >= l1End || offset + cluster <= l1Offset, 'its L1 table leads into itself')
      require(!tables.has(offset), 'its L1 table leads twice to one L2 table')
      tables.add(offset)
      require(tables.size * cluster <= MAX_L2_BYTES, 'it has too many L2 tables; convert it with larger clusters')
    }
  return tables
}

/** Checks that the clusters to which L2 tables refer, perhaps repeatedly, are in proportion to the file. */
async function checkL2(file: ImageFile, { clusterBits, incompatible }: Qcow2Header, tables: Set<number>) {
  const cluster = 2 ** clusterBits
  const extended = (incompatible & EXTENDED_L2) !== 0n
  let dataBytes = 0
  for (const table of tables) {
    for await (const piece of piecesOf(file, table, cluster))
      for (let at = 0; at < piece.length; at += extended ? 16 : 8)
        if (hasData(piece, at, extended)) dataBytes += cluster
    requireProportion(file, dataBytes)
  }
}

/** Whether an L2 entry refers to bytes of the file. With extended entries, a bitmap marks zeros. */
function hasData(entries: Buffer, at: number, extended: boolean): boolean {
  const [high, low] = [entries.readUInt32BE(at), entries.readUInt32BE(at + 4)]
  const isCompressed = (high & 0x4000_0000) !== 0
  const isZeros = !extended && (low & 1) !== 0
  return isCompressed || (!isZeros && ((high & 0x00ff_ffff) !== 0 || (low & 0xffff_fe00) !== 0))
}

const isInside = ({ length }: ImageFile, offset: number, bytes: number, cluster: number): boolean =>
  offset >= cluster && offset % cluster === 0 && offset + bytes <= Math.ceil(length / cluster) * cluster
