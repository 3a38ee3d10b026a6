import { SECTOR } from '../../base/bytes.ts'
import { ENTRY_BYTES } from '../../volumes/formats/fat-files.ts'

const FATS = 2
const ROOT_ENTRIES = 512
const ROOT_SECTORS = (ROOT_ENTRIES * ENTRY_BYTES) / SECTOR
const RESERVED_SECTORS = 1
/** FAT16 is recognised by its number of clusters. */
const MIN_CLUSTERS = 4085
const MAX_CLUSTERS = 65_524
const END_OF_CHAIN = 0xffff
const FIRST_CLUSTER = 2
const ATTRIBUTE_VOLUME_LABEL = 0x08
const ATTRIBUTE_ARCHIVE = 0x20
const ATTRIBUTE_LONG_NAME = 0x0f
const NAME_IS_LOWER_CASE = 0x18
const LAST_LONG_ENTRY = 0x40
const LONG_ENTRY_CHARACTERS = 13
/** Offsets of the characters of an entry with a part of a long name. */
const LONG_NAME_OFFSETS = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30]
/** 1 January 2020: files have no time of their own, so equal files give equal images. */
const DATE = (40 << 9) | (1 << 5) | 1

export interface FatFile {
  /** ASCII; longer names than 8.3 are stored as long ones. */
  name: string
  bytes: Uint8Array
}

export interface FatVolume {
  label: string
  sizeBytes: number
  files: readonly FatFile[]
}

/** The bytes of a FAT16 file system with files in its root. Guests need no tool for it, and the host neither. */
export function fatImage({ label, sizeBytes, files }: FatVolume): Uint8Array<ArrayBuffer> {
  const { sectors, fatSectors, clusters } = geometry(sizeBytes)
  const image = new Uint8Array(sectors * SECTOR)
  const view = new DataView(image.buffer)
  writeBootSector(image, label, sectors, fatSectors)

  const fatAt = RESERVED_SECTORS * SECTOR
  const rootAt = fatAt + FATS * fatSectors * SECTOR
  const dataAt = rootAt + ROOT_SECTORS * SECTOR
  view.setUint16(fatAt, 0xfff8, true)
  view.setUint16(fatAt + 2, END_OF_CHAIN, true)
  const root = [labelEntry(label)]
  let next = FIRST_CLUSTER
  for (const [index, { name, bytes }] of files.entries()) {
    const count = Math.ceil(bytes.length / SECTOR)
    if (next + count > clusters + FIRST_CLUSTER) throw new RangeError(`No room for ${name} in ${sizeBytes} bytes`)
    root.push(...fileEntries(name, index, count ? next : 0, bytes.length))
    image.set(bytes, dataAt + (next - FIRST_CLUSTER) * SECTOR)
    for (let at = next; at < next + count; at++)
      view.setUint16(fatAt + at * 2, at === next + count - 1 ? END_OF_CHAIN : at + 1, true)
    next += count
  }
  if (root.length > ROOT_ENTRIES) throw new RangeError(`${files.length} files are too many`)
  for (const [index, entry] of root.entries()) image.set(entry, rootAt + index * ENTRY_BYTES)
  image.copyWithin(fatAt + fatSectors * SECTOR, fatAt, fatAt + fatSectors * SECTOR)
  return image
}

function geometry(sizeBytes: number) {
  const sectors = Math.floor(sizeBytes / SECTOR)
  const fatSectors = Math.ceil((sectors + FIRST_CLUSTER) / (SECTOR / 2))
  const clusters = sectors - RESERVED_SECTORS - FATS * fatSectors - ROOT_SECTORS
  if (clusters < MIN_CLUSTERS || clusters > MAX_CLUSTERS) throw new RangeError(`FAT16 cannot have ${sizeBytes} bytes`)
  return { sectors, fatSectors, clusters }
}

function writeBootSector(image: Uint8Array, label: string, sectors: number, fatSectors: number): void {
  const view = new DataView(image.buffer)
  image.set([0xeb, 0x3c, 0x90])
  writeText(image, 3, 8, 'SKERRY')
  view.setUint16(11, SECTOR, true)
  view.setUint8(13, 1)
  view.setUint16(14, RESERVED_SECTORS, true)
  view.setUint8(16, FATS)
  view.setUint16(17, ROOT_ENTRIES, true)
  view.setUint16(19, sectors < 0x1_0000 ? sectors : 0, true)
  view.setUint8(21, 0xf8)
  view.setUint16(22, fatSectors, true)
  view.setUint16(24, 63, true)
  view.setUint16(26, 16, true)
  view.setUint32(32, sectors < 0x1_0000 ? 0 : sectors, true)
  view.setUint8(36, 0x80)
  view.setUint8(38, 0x29)
  view.setUint32(39, 0x534b_5259, true)
  writeText(image, 43, 11, label)
  writeText(image, 54, 8, 'FAT16')
  image.set([0x55, 0xaa], SECTOR - 2)
}

function labelEntry(label: string): Uint8Array {
  const entry = new Uint8Array(ENTRY_BYTES)
  writeText(entry, 0, 11, label)
  entry[11] = ATTRIBUTE_VOLUME_LABEL
  new DataView(entry.buffer).setUint16(24, DATE, true)
  return entry
}

function fileEntries(name: string, index: number, cluster: number, length: number): Uint8Array[] {
  const [, base, extension = ''] = /^([a-z0-9]{1,8})(?:\.([a-z0-9]{1,3}))?$/.exec(name) ?? []
  const short = base ? `${base.padEnd(8)}${extension.padEnd(3)}` : `FILE${index}`.padEnd(8).concat('   ')
  const entry = new Uint8Array(ENTRY_BYTES)
  const view = new DataView(entry.buffer)
  writeText(entry, 0, 11, short.toUpperCase())
  entry[11] = ATTRIBUTE_ARCHIVE
  if (base) entry[12] = NAME_IS_LOWER_CASE
  view.setUint16(24, DATE, true)
  view.setUint16(26, cluster, true)
  view.setUint32(28, length, true)
  return base ? [entry] : [...longEntries(name, entry.subarray(0, 11)), entry]
}

/** The entries of a long name, its last part first. */
function longEntries(name: string, short: Uint8Array): Uint8Array[] {
  const checksum = short.reduce((sum, byte) => (((sum & 1) << 7) + (sum >> 1) + byte) & 0xff, 0)
  const count = Math.ceil(name.length / LONG_ENTRY_CHARACTERS)
  return Array.from({ length: count }, (_, index) => {
    const part = count - index
    const entry = new Uint8Array(ENTRY_BYTES)
    const view = new DataView(entry.buffer)
    entry[0] = index === 0 ? part | LAST_LONG_ENTRY : part
    entry[11] = ATTRIBUTE_LONG_NAME
    entry[13] = checksum
    for (const [character, offset] of LONG_NAME_OFFSETS.entries()) {
      const at = (part - 1) * LONG_ENTRY_CHARACTERS + character
      view.setUint16(offset, at < name.length ? name.charCodeAt(at) : at === name.length ? 0 : 0xffff, true)
    }
    return entry
  })
}

function writeText(bytes: Uint8Array, at: number, length: number, text: string): void {
  bytes.set(new TextEncoder().encode(text.slice(0, length).padEnd(length)), at)
}
