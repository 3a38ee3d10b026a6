import { IMAGE_HEAD_BYTES, isCd } from '@skerry/contract/rules/image-content.ts'
import { SECTOR } from '../../base/bytes.ts'
import { fatHasFile } from './fat-files.ts'

/** Kinds of media. An ISO image is a CD, which is read-only. */
export type Medium = 'disk' | 'cd'
export type Firmware = 'bios' | 'efi'
/** Reads an untrusted disk; zeros after its end. */
export type ReadDisk = (offset: number, length: number) => Promise<Uint8Array>

const CD_SECTOR = 2048
/** Above the size of the largest disk. */
const MAX_OFFSET = 2 ** 52
const MAX_GPT_ENTRIES = 128
/** Maximum partitions that are searched for a loader. */
const MAX_SEARCHED = 8
const EFI_LOADERS = ['BOOTX64.EFI', 'BOOTAA64.EFI']
const GPT_ENTRY_BYTES = 128
const [MBR_EFI, MBR_PROTECTIVE] = [0xef, 0xee]
const [CATALOG_BIOS, CATALOG_EFI, CATALOG_BOOTABLE] = [0, 0xef, 0x88]
const EFI_SYSTEM = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b'
const UNUSED_TYPE = '00000000-0000-0000-0000-000000000000'
/** Partition types for BIOS boot code only: GRUB's and FreeBSD's. */
const BIOS_BOOT = ['21686148-6449-6e6f-744e-656564454649', '83bd6b9d-7f41-11dc-be0b-001560b84f0f']

/** A disk with the file system of a CD is a CD. */
export const mediumOf = async (read: ReadDisk): Promise<Medium> =>
  isCd(await read(0, IMAGE_HEAD_BYTES)) ? 'cd' : 'disk'

/** The firmware that boots a disk: a BIOS if both do. Undefined if neither does. */
export const firmwareFor = (medium: Medium, read: ReadDisk): Promise<Firmware | undefined> =>
  medium === 'cd' ? firmwareForCd(read) : firmwareForDisk(read)

/** Reads the boot catalog of a CD's El Torito boot record. */
async function firmwareForCd(read: ReadDisk): Promise<Firmware | undefined> {
  const record = await read(17 * CD_SECTOR, CD_SECTOR)
  if (asciiText(record, 1, 5) !== 'CD001' || asciiText(record, 7, 23) !== 'EL TORITO SPECIFICATION') return undefined
  const catalog = await read(viewOf(record).getUint32(0x47, true) * CD_SECTOR, CD_SECTOR)
  const platforms = new Set<number>()
  let platform = catalog[1]!
  for (let at = 32; at < CD_SECTOR; at += 32) {
    const kind = catalog[at]!
    if (kind === 0x90 || kind === 0x91) platform = catalog[at + 1]!
    else if (kind === CATALOG_BOOTABLE) platforms.add(platform)
  }
  if (platforms.has(CATALOG_BIOS)) return 'bios'
  return platforms.has(CATALOG_EFI) ? 'efi' : undefined
}

async function firmwareForDisk(read: ReadDisk): Promise<Firmware | undefined> {
  const sector = await read(0, 512)
  if (sector[510] !== 0x55 || sector[511] !== 0xaa) return undefined
  const hasCode = sector.subarray(0, 440).some((byte) => byte !== 0)
  const types = [446, 462, 478, 494].map((at) => sector[at + 4]!)
  const gpt = types.includes(MBR_PROTECTIVE) ? await readGpt(read) : undefined
  const hasEfi = gpt ? gpt.some(({ type }) => type === EFI_SYSTEM) : types.includes(MBR_EFI)
  // Windows also writes code there that boots nothing from a GPT.
  const codeStarts = !gpt || isHybrid(types) || gpt.some(({ type, legacy }) => legacy || BIOS_BOOT.includes(type))
  const starts = hasCode && codeStarts
  if (hasEfi) return starts ? 'bios' : 'efi'
  const places = gpt?.map(({ at }) => at) ?? [0, ...[446, 462, 478, 494].map((at) => firstSector(sector, at) * SECTOR)]
  // A FAT file system has boot code that usually only reports that it cannot boot.
  if (!(gpt && starts) && (await hasEfiLoader(read, places))) return 'efi'
  return hasCode ? 'bios' : undefined
}

const firstSector = (sector: Uint8Array, at: number) => viewOf(sector).getUint32(at + 8, true)

/** Looks for a loader at the path for removable media, where EFI firmware looks in every FAT file system. */
async function hasEfiLoader(read: ReadDisk, places: readonly number[]): Promise<boolean> {
  for (const at of new Set(places.slice(0, MAX_SEARCHED)))
    if (await fatHasFile(read, at, ['EFI', 'BOOT'], EFI_LOADERS)) return true
  return false
}

const isHybrid = (types: readonly number[]) => types.some((type) => type !== 0 && type !== MBR_PROTECTIVE)

interface Partition {
  type: string
  /** Start in bytes. */
  at: number
  /** Whether a BIOS boots from it. */
  legacy: boolean
}

/** The partitions of a GPT with sectors of 512 or 4096 bytes. Undefined without a GPT. */
async function readGpt(read: ReadDisk): Promise<Partition[] | undefined> {
  for (const sectorBytes of [512, 4096]) {
    const header = await read(sectorBytes, 92)
    const view = viewOf(header)
    if (asciiText(header, 0, 8) !== 'EFI PART' || view.getUint32(84, true) !== GPT_ENTRY_BYTES) continue
    const at = Number(view.getBigUint64(72, true)) * sectorBytes
    if (at > MAX_OFFSET) continue
    const count = Math.min(view.getUint32(80, true), MAX_GPT_ENTRIES)
    const table = await read(at, count * GPT_ENTRY_BYTES)
    return Array.from({ length: count }, (_, index) =>
      partition(table.subarray(index * GPT_ENTRY_BYTES), sectorBytes),
    ).filter(({ type, at }) => type !== UNUSED_TYPE && at <= MAX_OFFSET)
  }
  return undefined
}

const partition = (entry: Uint8Array, sectorBytes: number): Partition => ({
  type: guid(entry),
  at: Number(viewOf(entry).getBigUint64(32, true)) * sectorBytes,
  legacy: (entry[48]! & 4) !== 0,
})

/** A GUID as text. Its first three parts are little-endian. */
function guid(bytes: Uint8Array): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  const hex = order.map((at) => bytes[at]!.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const asciiText = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))
