/** Bytes from the start of a file, of which nothing can be trusted, that tell what it is. */
export const IMAGE_HEAD_BYTES = 65_536
/** The same from its end. */
export const IMAGE_TAIL_BYTES = 4096

export type PackedFormat = 'gzip' | 'xz' | 'zstd' | 'bzip2'

interface Signature<T> {
  is: T
  /** Any of these, as Latin-1, at this offset; 0 unless said. */
  magics: readonly string[]
  at?: number
}

const PACKED: readonly Signature<PackedFormat>[] = [
  { is: 'gzip', magics: ['\x1f\x8b\x08'] },
  { is: 'xz', magics: ['\xfd7zXZ\0'] },
  // Also frames that are skipped, which some programs write first.
  { is: 'zstd', magics: ['\x28\xb5\x2f\xfd', ...Array.from('PQRSTUVWXYZ[\\]^_', (low) => `${low}\x2a\x4d\x18`)] },
  { is: 'bzip2', magics: Array.from('123456789', (level) => `BZh${level}1AY&SY`) },
]

const archive = (what: string) => `it is ${what}; unpack it, and use the disk image in it`
const compressed = (what: string) => `it is compressed with ${what}; unpack it first`
const foreign = (what: string) => `${what} is not supported; convert it to qcow2 or to a raw disk first`
const elsewhere = 'its data is in other files; export it as one VMDK file'
const page = 'it is a web page, not a disk image; check where it was downloaded from'

/** What is no disk that could be used, and what to do about it. None of them starts a disk that boots. */
const REFUSED: readonly Signature<string>[] = [
  { is: archive('a ZIP archive'), magics: ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'] },
  { is: archive('a 7z archive'), magics: ['7z\xbc\xaf\x27\x1c'] },
  { is: archive('a RAR archive'), magics: ['Rar!\x1a\x07'] },
  { is: archive('a tar archive, as an OVA is'), magics: ['ustar'], at: 257 },
  { is: archive('a cabinet file'), magics: ['MSCF\0\0\0\0'] },
  { is: compressed('lz4'), magics: ['\x04\x22\x4d\x18', '\x02\x21\x4c\x18'] },
  { is: compressed('lzip'), magics: ['LZIP'] },
  { is: compressed('lzop'), magics: ['\x89LZO\0\r\n'] },
  // With the usual sizes of its dictionary.
  { is: compressed('LZMA'), magics: [']\0\0\x80\0', ']\0\0\0\x01', ']\0\0\0\x02', ']\0\0\0\x04'] },
  { is: foreign('VHDX'), magics: ['vhdxfile'] },
  { is: foreign('VDI'), magics: ['\x7f\x10\xda\xbe'], at: 64 },
  { is: foreign('QED'), magics: ['QED\0'] },
  { is: foreign('WIM'), magics: ['MSWIM\0\0\0'] },
  { is: foreign('A Parallels disk'), magics: ['WithoutFreeSpace', 'WithouFreSpacExt'] },
  { is: elsewhere, magics: ['COWD', '# Disk DescriptorFile'] },
  { is: 'it only points to a file in Git LFS; fetch that file', magics: ['version https://git-lfs'] },
]

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const textAt = (bytes: Uint8Array, at: number, length: number) => latin1(bytes.subarray(at, at + length))
const find = <T>(head: Uint8Array, signatures: readonly Signature<T>[]): T | undefined =>
  signatures.find(({ magics, at = 0 }) => magics.some((magic) => textAt(head, at, magic.length) === magic))?.is

/** A page of HTML, or an error of a server in XML or JSON: also behind a byte order mark or blank lines. */
function isPage(head: Uint8Array): boolean {
  const start = textAt(head, 0, 2048)
  const text = /^(\xff\xfe|\xfe\xff)/.test(start)
    ? start.slice(2).replaceAll('\0', '')
    : start.replace('\xef\xbb\xbf', '')
  return /^\s*(<(!doctype|!--|\?xml|html|head|body|script|error)\b|<!--|\{\s*"[^\0]*":)/i.test(text)
}

/** What a compressed file is compressed with. */
export const packedFormat = (head: Uint8Array): PackedFormat | undefined => find(head, PACKED)

/** Why a file that begins so cannot become a disk, and what to do; of a compressed file too. */
export function imageRefusal(head: Uint8Array): string | undefined {
  const packed = packedFormat(head)
  return packed ? compressed(packed) : (find(head, REFUSED) ?? (isPage(head) ? page : undefined))
}

const SECTOR = 512
const CD_SECTOR = 2048

/** Whether a disk has the file system of a CD or DVD: ISO 9660, or UDF without it. */
export function isCd(head: Uint8Array): boolean {
  let isExtended = false
  for (let at = 16 * CD_SECTOR; at + 6 <= head.length; at += CD_SECTOR) {
    const id = textAt(head, at + 1, 5)
    if (id === 'CD001') return true
    if (isExtended && (id === 'NSR02' || id === 'NSR03')) return true
    isExtended ||= id === 'BEA01'
  }
  return false
}

/** The parts of a file that tell what disk is in it. */
export interface ImageFileEnds {
  /** Its first bytes, `IMAGE_HEAD_BYTES` if it has as many. */
  head: Uint8Array
  /** Its last bytes, `IMAGE_TAIL_BYTES` if it has as many. */
  tail: Uint8Array
  length: number
}

export interface DiskInFile {
  /** Raw: its bytes are those of the disk. */
  format: 'raw' | 'qcow2' | 'VMDK' | 'VHD'
  /** Of the disk in it, as its header says. */
  diskBytes: number
  /** Without a footer, which is no part of the disk. */
  contentBytes: number
}

/** The disk in a file that `imageRefusal` does not refuse. Only its conversion shows whether the file is sound. */
export function diskIn({ head, tail, length }: ImageFileEnds): DiskInFile {
  const of = (format: DiskInFile['format'], diskBytes: bigint | number, contentBytes = length) => ({
    format,
    diskBytes: Number(diskBytes),
    contentBytes,
  })
  const fields = viewOf(head)
  if (head.length >= 64) {
    if (textAt(head, 0, 4) === 'QFI\xfb') return of('qcow2', fields.getBigUint64(24))
    if (textAt(head, 0, 4) === 'KDMV') return of('VMDK', fields.getBigUint64(12, true) * BigInt(SECTOR))
    if (textAt(head, 0, 8) === 'conectix') return of('VHD', fields.getBigUint64(48))
  }
  const footer = fixedVhd(tail, length)
  return footer === undefined ? of('raw', length) : of('raw', footer, footer)
}

/** A fixed VHD is a raw disk, and a footer right behind it with its size. Behind that a block may be padded. */
function fixedVhd(tail: Uint8Array, length: number): number | undefined {
  const start = length - tail.length
  for (let at = (SECTOR - (start % SECTOR)) % SECTOR; at + SECTOR <= tail.length; at += SECTOR) {
    if (textAt(tail, at, 8) !== 'conectix') continue
    const footer = viewOf(tail.subarray(at, at + SECTOR))
    if (footer.getUint32(60) === 2 && footer.getBigUint64(48) === BigInt(start + at)) return start + at
  }
  return undefined
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
