import type { ReadDisk } from './boot-code.ts'

export const ENTRY_BYTES = 32
const DIRECTORY_ATTRIBUTE = 0x10
const VOLUME_LABEL = 0x08
/** Maximum directory entries that are read. Directories of removable media have fewer. */
const MAX_ENTRIES = 512
/** Maximum clusters of FAT12 and FAT16; larger ones are FAT32. */
const [MAX_FAT12, MAX_FAT16] = [4085, 65_525]

interface Fat {
  read: ReadDisk
  fatAt: number
  dataAt: number
  clusterBytes: number
  bits: 12 | 16 | 32
  root: { at: number; entries: number } | { cluster: number }
}

/**
 * Whether a FAT file system at that place has one of these files in a directory. The disk's bytes decide what is read,
 * so each number is bounded. Names are short ones in upper case, as directories store them.
 */
export async function fatHasFile(
  read: ReadDisk,
  at: number,
  path: readonly string[],
  names: readonly string[],
): Promise<boolean> {
  const fat = await openFat(read, at)
  if (!fat) return false
  let where = fat.root
  for (const name of path) {
    const found = search(await directory(fat, where), name)
    if (!found?.isDirectory) return false
    where = { cluster: found.cluster }
  }
  const entries = await directory(fat, where)
  return names.some((name) => search(entries, name)?.isDirectory === false)
}

async function openFat(read: ReadDisk, at: number): Promise<Fat | undefined> {
  const sector = await read(at, 512)
  const view = new DataView(sector.buffer, sector.byteOffset, sector.byteLength)
  const sectorBytes = view.getUint16(11, true)
  const clusterBytes = sector[13]! * sectorBytes
  const [reserved, fats, rootEntries] = [view.getUint16(14, true), sector[16]!, view.getUint16(17, true)]
  const fatSectors = view.getUint16(22, true) || view.getUint32(36, true)
  const sectors = view.getUint16(19, true) || view.getUint32(32, true)
  const isFat =
    [512, 1024, 2048, 4096].includes(sectorBytes) && clusterBytes > 0 && reserved > 0 && [1, 2].includes(fats)
  if (sector[510] !== 0x55 || sector[511] !== 0xaa || !isFat || fatSectors === 0) return undefined
  const fatAt = at + reserved * sectorBytes
  const rootAt = fatAt + fats * fatSectors * sectorBytes
  const dataAt = rootAt + Math.ceil((rootEntries * ENTRY_BYTES) / sectorBytes) * sectorBytes
  const clusters = (sectors * sectorBytes - (dataAt - at)) / clusterBytes
  const bits = rootEntries === 0 ? 32 : clusters < MAX_FAT12 ? 12 : clusters < MAX_FAT16 ? 16 : 32
  const root = rootEntries ? { at: rootAt, entries: rootEntries } : { cluster: view.getUint32(44, true) }
  return { read, fatAt, dataAt, clusterBytes, bits, root }
}

async function directory(fat: Fat, where: Fat['root']): Promise<Uint8Array> {
  if ('at' in where) return fat.read(where.at, Math.min(where.entries, MAX_ENTRIES) * ENTRY_BYTES)
  const parts: Uint8Array[] = []
  let room = MAX_ENTRIES * ENTRY_BYTES
  let { cluster } = where
  while (room > 0 && isCluster(fat, cluster)) {
    const length = Math.min(fat.clusterBytes, room)
    parts.push(await fat.read(fat.dataAt + (cluster - 2) * fat.clusterBytes, length))
    room -= length
    cluster = await nextCluster(fat, cluster)
  }
  return Buffer.concat(parts)
}

const isCluster = ({ bits }: Fat, cluster: number): boolean =>
  cluster >= 2 && cluster < (bits === 12 ? 0xff7 : bits === 16 ? 0xfff7 : 0x0fff_fff7)

async function nextCluster({ read, fatAt, bits }: Fat, cluster: number): Promise<number> {
  const bytes = await read(fatAt + Math.floor((cluster * bits) / 8), 4)
  const value = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
  if (bits === 32) return value & 0x0fff_ffff
  if (bits === 16) return value & 0xffff
  return (cluster % 2 ? value >> 4 : value) & 0xfff
}

function search(entries: Uint8Array, name: string): { cluster: number; isDirectory: boolean } | undefined {
  const [base = '', extension = ''] = name.split('.')
  const short = base.padEnd(8) + extension.padEnd(3)
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
  for (let at = 0; at + ENTRY_BYTES <= entries.length && entries[at] !== 0; at += ENTRY_BYTES) {
    const attributes = entries[at + 11]!
    if (attributes & VOLUME_LABEL || String.fromCharCode(...entries.subarray(at, at + 11)) !== short) continue
    const cluster = (view.getUint16(at + 20, true) << 16) | view.getUint16(at + 26, true)
    return { cluster: cluster & 0x0fff_ffff, isDirectory: (attributes & DIRECTORY_ATTRIBUTE) !== 0 }
  }
  return undefined
}
