import { SECTOR } from '../../base/bytes.ts'
import { requireProportion } from './expansion.ts'
import { type ForeignImage, type ImageFile, offsetOf, piecesOf, require } from './image-file.ts'

const MAX_DESCRIPTOR_BYTES = 65_536
const MAX_DIRECTORY_BYTES = 32 * 2 ** 20
/**
 * Maximum number of tables, which are read one by one. A disk of 1 TiB with grains of the usual size has half as many.
 */
const MAX_GRAIN_TABLES = 65_536
/** Maximum distance of a stream's footer from the end of the file, since an upload may be padded to a block. */
const FOOTER_SEARCH_BYTES = 8192
const ZEROED_GRAINS = 1 << 2
/** Marks a grain directory that follows the data: its offset is in the footer. */
const DIRECTORY_AT_END = 0xffff_ffff_ffff_ffffn

const isSparse = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'KDMV'

/** Checks a foreign VMDK file: one sparse extent with its description inside, and no parent. */
export async function checkVmdk(file: ImageFile): Promise<ForeignImage> {
  const first = readHeader(await file.read(0, SECTOR))
  const footer = first.directoryOffset === DIRECTORY_AT_END ? await findFooter(file) : undefined
  const header = footer ? readHeader(footer.header) : first
  for (const one of [first, header]) checkHeader(one)
  const { grainSectors, grainsPerTable, capacity } = header
  const tables = Math.ceil(capacity / (grainSectors * grainsPerTable))
  require(tables * 4 <= MAX_DIRECTORY_BYTES, 'its grain directory is absurdly large')
  const directory = offsetOf(header.directoryOffset, 'the offset of its grain directory') * SECTOR
  require(directory > 0 && directory + tables * 4 <= file.length, 'its grain directory is outside of the file')
  await checkDescriptor(file, first)
  await checkGrains(file, header, directory, tables)
  return { format: 'vmdk', sizeBytes: capacity * SECTOR, contentBytes: footer?.contentBytes ?? file.length }
}

/** Checks that each grain table is referred to once, and that the grains are in proportion to the file. */
async function checkGrains(file: ImageFile, header: VmdkHeader, directory: number, tables: number): Promise<void> {
  const seen = new Set<number>()
  let dataBytes = 0
  for await (const piece of piecesOf(file, directory, tables * 4))
    for (let at = 0; at < piece.length; at += 4) {
      const table = piece.readUInt32LE(at)
      if (table === 0) continue
      require(!seen.has(table), 'its grain directory leads twice to one grain table')
      seen.add(table)
      require(seen.size <= MAX_GRAIN_TABLES, 'it has too many grain tables; convert it to qcow2')
      dataBytes += await grainBytes(file, header, table * SECTOR)
      requireProportion(file, dataBytes)
    }
}

/** How many bytes of data a grain table has. */
async function grainBytes(file: ImageFile, { flags, grainSectors, grainsPerTable }: VmdkHeader, table: number) {
  require(table + grainsPerTable * 4 <= file.length, 'its grain directory leads out of the file')
  const grains = await file.read(table, grainsPerTable * 4)
  // With that flag an entry of 1 means a grain of zeros.
  const none = flags & ZEROED_GRAINS ? 1 : 0
  let used = 0
  for (let at = 0; at < grains.length; at += 4) if (grains.readUInt32LE(at) > none) used++
  return used * grainSectors * SECTOR
}

interface VmdkHeader {
  version: number
  flags: number
  capacity: number
  grainSectors: number
  descriptor: { offset: number; bytes: number }
  grainsPerTable: number
  directoryOffset: bigint
}

const readHeader = (head: Buffer): VmdkHeader => ({
  version: head.readUInt32LE(4),
  flags: head.readUInt32LE(8),
  capacity: offsetOf(head.readBigUInt64LE(12) * 512n, 'its size') / SECTOR,
  grainSectors: offsetOf(head.readBigUInt64LE(20), 'its grain size'),
  descriptor: {
    offset: offsetOf(head.readBigUInt64LE(28) * 512n, 'the offset of its description'),
    bytes: offsetOf(head.readBigUInt64LE(36) * 512n, 'its description'),
  },
  grainsPerTable: head.readUInt32LE(44),
  directoryOffset: head.readBigUInt64LE(56),
})

function checkHeader({ version, capacity, grainSectors, grainsPerTable }: VmdkHeader): void {
  require(version >= 1 && version <= 3, `its VMDK version is ${version}`)
  // Without a capacity QEMU would use the extents of the description, which are other files.
  require(capacity > 0, 'its data is in other files; export it as one VMDK file')
  const isPower = Number.isInteger(Math.log2(grainSectors))
  require(isPower && grainSectors >= 8 && grainSectors <= 2048, 'its grain size is out of range')
  require(grainsPerTable > 0 && grainsPerTable <= 512, 'its grain tables are out of range')
}

/** The header in the footer of a stream, between two markers of one sector each. */
async function findFooter(file: ImageFile): Promise<{ header: Buffer; contentBytes: number }> {
  const last = Math.floor(file.length / SECTOR) * SECTOR
  for (let end = last; end >= 3 * SECTOR && end > last - FOOTER_SEARCH_BYTES; end -= SECTOR) {
    const tail = await file.read(end - 3 * SECTOR, 3 * SECTOR)
    const isFooter = tail.readUInt32LE(8) === 0 && tail.readUInt32LE(12) === 3
    const header = tail.subarray(SECTOR, 2 * SECTOR)
    const isEnd = tail.subarray(2 * SECTOR).every((byte) => byte === 0)
    if (isFooter && isEnd && isSparse(header)) return { header, contentBytes: end }
  }
  require(false, 'its end is missing')
}

/** Checks the text about extents. A parent, or any extent but the file itself, would be another file. */
async function checkDescriptor(file: ImageFile, { descriptor: { offset, bytes } }: VmdkHeader): Promise<void> {
  // QEMU looks for a parent right after the header, wherever the header locates the description.
  const start = await file.read(0, MAX_DESCRIPTOR_BYTES)
  require(!/parentFileNameHint/i.test(start.toString('latin1')), 'it has a parent')
  if (offset === 0) return
  require(bytes > 0 && bytes <= MAX_DESCRIPTOR_BYTES && offset + bytes <= file.length, 'its description is broken')
  const raw = await file.read(offset, bytes)
  const text = raw.toString('latin1').replace(/\0[^]*$/, '')
  require(!/parentFileNameHint/i.test(raw.toString('latin1')), 'it has a parent')
  // Line by line: an expression for lines of a text tries each of its blanks, with all that follow.
  const lines = text.split(/[\r\n]/).map((line) => line.trim())
  const valueOf = (line: RegExp) => lines.map((one) => line.exec(one)?.[1]).find((value) => value !== undefined)
  const parent = valueOf(/^parentCID\s*=\s*(\S*)/i)
  require(parent === undefined || /^f{8}$/i.test(parent), 'it has a parent')
  const kind = valueOf(/^createType\s*=\s*"([^"]*)"/i)
  require(kind === 'monolithicSparse' || kind === 'streamOptimized', 'its data is in other files')
  const extents = lines.filter((line) => /^(RW|RDONLY|NOACCESS)\s/i.test(line))
  const isOwn = extents.length === 1 && /^(RW|RDONLY)\s+\d+\s+SPARSE\s+"[^"]*"$/i.test(extents[0]!)
  require(isOwn, 'its data is in other files')
}
