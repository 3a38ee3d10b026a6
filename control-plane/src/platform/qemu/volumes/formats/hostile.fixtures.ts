import { emptyOverlay } from '../overlay.ts'

const MiB = 2 ** 20
const CLUSTER = 65_536

type Change = (image: Buffer) => void

/** A sound qcow2 file of 64 MiB, changed. */
export function qcow2(change: Change = () => {}): Buffer {
  const image = emptyOverlay({ name: '', format: '' }, 64 * MiB)
  image.fill(0, 8, 20)
  image.fill(0, 104, 120)
  change(image)
  return image
}

/** Its header with extensions of these types and contents. */
const extended =
  (...extensions: readonly [type: number, content: string][]): Change =>
  (image) => {
    let at = 104
    for (const [type, content] of extensions) {
      image.writeUInt32BE(type, at)
      image.writeUInt32BE(content.length, at + 4)
      image.write(content, at + 8, 'latin1')
      at += 8 + Math.ceil(content.length / 8) * 8
    }
  }

const backedBy = (name: string): Buffer => emptyOverlay({ name, format: 'raw' }, 64 * MiB)
const u32 = (at: number, value: number) => qcow2((image) => void image.writeUInt32BE(value, at))
const u64 = (at: number, value: bigint) => qcow2((image) => void image.writeBigUInt64BE(value, at))

/** A VMDK file of one sparse extent with this description, changed. */
export function vmdk(description = describing(), change: Change = () => {}): Buffer {
  const image = Buffer.alloc(32_768)
  image.write('KDMV', 0, 'latin1')
  image.writeUInt32LE(1, 4)
  image.writeUInt32LE(3, 8)
  image.writeBigUInt64LE(BigInt((64 * MiB) / 512), 12)
  image.writeBigUInt64LE(128n, 20)
  image.writeBigUInt64LE(1n, 28)
  image.writeBigUInt64LE(20n, 36)
  image.writeUInt32LE(512, 44)
  image.writeBigUInt64LE(21n, 48)
  image.writeBigUInt64LE(26n, 56)
  image.writeBigUInt64LE(128n, 64)
  image.write(description, 512, 'latin1')
  change(image)
  return image
}

interface Description {
  kind?: string
  parent?: string
  extents?: string
  more?: string
}

function describing({ kind = 'monolithicSparse', parent = 'ffffffff', extents, more = '' }: Description = {}): string {
  const lines = extents ?? 'RW 131072 SPARSE "disk.vmdk"'
  return `# Disk DescriptorFile\nversion=1\nCID=12345678\nparentCID=${parent}\n${more}\ncreateType="${kind}"\n${lines}\n`
}

/** A dynamic VHD file of 64 MiB, changed before its checksums are made. */
export function vhd(change: Change = () => {}): Buffer {
  const image = Buffer.alloc(8192)
  image.write('conectix', 0, 'latin1')
  image.writeUInt32BE(2, 8)
  image.writeUInt32BE(0x0001_0000, 12)
  image.writeBigUInt64BE(512n, 16)
  image.writeBigUInt64BE(BigInt(64 * MiB), 40)
  image.writeBigUInt64BE(BigInt(64 * MiB), 48)
  image.writeUInt32BE(3, 60)
  image.write('cxsparse', 512, 'latin1')
  image.writeBigUInt64BE(0xffff_ffff_ffff_ffffn, 520)
  image.writeBigUInt64BE(1536n, 528)
  image.writeUInt32BE(0x0001_0000, 536)
  image.writeUInt32BE(32, 540)
  image.writeUInt32BE(2 * MiB, 544)
  image.fill(0xff, 1536, 1536 + 32 * 4)
  change(image)
  sign(image.subarray(0, 512), 64)
  sign(image.subarray(512, 1536), 36)
  return image
}

function sign(part: Buffer, at: number): void {
  part.writeUInt32BE(0, at)
  part.writeUInt32BE(~part.reduce((sum, byte) => sum + byte, 0) >>> 0, at)
}

/** A qcow2 file of 256 GiB in a few clusters: all of its L1 table leads to these L2 tables, and they to one cluster. */
function expandingQcow2(l2Tables: number): Buffer {
  const sizeBytes = 512 * 512 * MiB
  const image = emptyOverlay({ name: '', format: '' }, sizeBytes)
  image.fill(0, 8, 20)
  image.fill(0, 104, 120)
  const first = image.length
  for (let entry = 0; entry < 512; entry++)
    image.writeBigUInt64BE(BigInt(first + (entry % l2Tables) * CLUSTER), 3 * CLUSTER + entry * 8)
  const tables = Buffer.alloc((l2Tables + 1) * CLUSTER, 7)
  for (let at = 0; at < l2Tables * CLUSTER; at += 8)
    tables.writeBigUInt64BE((1n << 63n) | BigInt(first + l2Tables * CLUSTER), at)
  return Buffer.concat([image, tables])
}

/** A VMDK file of 1 TiB whose grain directory leads to so many tables, and they to one grain. */
function expandingVmdk(grainTables: number, tablesInFile = grainTables): Buffer {
  const [entries, grain] = [2 ** 20, 64]
  const image = vmdk(undefined, (image) => {
    image.writeBigUInt64LE(BigInt(entries * 2048), 12)
    image.writeBigUInt64LE(128n, 20)
    image.writeUInt32LE(16, 44)
    image.writeBigUInt64LE(BigInt(grain + 1), 56)
  })
  const directory = Buffer.alloc(entries * 4)
  const tablesAt = grain + 1 + directory.length / 512
  for (let at = 0; at < entries; at++) directory.writeUInt32LE(tablesAt + (at % grainTables), at * 4)
  const tables = Buffer.alloc(tablesInFile * 512)
  for (let at = 0; at < tables.length; at += 4) tables.writeUInt32LE(grain, at)
  return Buffer.concat([image, Buffer.alloc(512, 7), directory, tables])
}

/** Images that lead to other files, are broken, or would cost too much, with the reason why each is refused. */
export const hostileImages: readonly { name: string; image: Buffer; reason: RegExp }[] = [
  { name: 'qcow2 with a backing file', image: backedBy('/etc/passwd'), reason: /backing file/ },
  { name: 'qcow2 with a backing file in JSON', image: backedBy('json:{"driver":"file"}'), reason: /backing file/ },
  { name: 'qcow2 with a backing file over the network', image: backedBy('nbd://10.0.0.1/x'), reason: /backing file/ },
  { name: 'qcow2 with a data file', image: u64(72, 1n << 2n), reason: /another file/ },
  {
    name: 'qcow2 with the name of a data file',
    image: qcow2(extended([0x12345678, 'unknown'], [0x44415441, '/etc/passwd'])),
    reason: /another file/,
  },
  { name: 'qcow2 with encryption', image: u32(32, 2), reason: /encrypted/ },
  {
    name: 'qcow2 with an encryption header',
    image: qcow2(extended([0x0537be77, '0123456789abcdef'])),
    reason: /encrypted/,
  },
  {
    name: 'qcow2 with an endless extension',
    image: qcow2((image) => image.fill(0x7f, 104, 112)),
    reason: /header is broken/,
  },
  { name: 'qcow2 of another version', image: u32(4, 4), reason: /version is 4/ },
  { name: 'qcow2 with unknown features', image: u64(72, 1n << 40n), reason: /not known/ },
  { name: 'qcow2 that is corrupt', image: u64(72, 2n), reason: /corrupt/ },
  { name: 'qcow2 with a huge table of snapshots', image: u32(60, 65_536), reason: /snapshots/ },
  { name: 'qcow2 with snapshots in its header', image: u32(60, 1), reason: /snapshots/ },
  { name: 'qcow2 with tiny clusters', image: u32(20, 8), reason: /cluster size/ },
  { name: 'qcow2 with huge clusters', image: u32(20, 63), reason: /cluster size/ },
  { name: 'qcow2 without a size', image: u64(24, 0n), reason: /sectors/ },
  { name: 'qcow2 of 16 EiB', image: u64(24, 0xffff_ffff_ffff_fe00n), reason: /absurdly large/ },
  { name: 'qcow2 of 8 PiB', image: u64(24, 1n << 53n), reason: /absurdly large|too small/ },
  { name: 'qcow2 with a huge L1 table', image: u32(36, 0xffff_ffff), reason: /absurdly large/ },
  { name: 'qcow2 with an empty L1 table', image: u32(36, 0), reason: /too small/ },
  { name: 'qcow2 with its L1 table in the header', image: u64(40, 0n), reason: /outside/ },
  { name: 'qcow2 with its L1 table behind the end', image: u64(40, 1n << 40n), reason: /outside/ },
  {
    name: 'qcow2 whose L1 table is its own L2 table',
    image: u64(3 * CLUSTER, BigInt(3 * CLUSTER)),
    reason: /into itself/,
  },
  { name: 'qcow2 whose L2 table is its header', image: u64(3 * CLUSTER, 512n), reason: /out of the file/ },
  { name: 'qcow2 whose L2 table is behind the end', image: u64(3 * CLUSTER, 1n << 40n), reason: /out of the file/ },
  { name: 'qcow2 with a huge refcount table', image: u32(56, 0xffff_ffff), reason: /absurdly large/ },
  { name: 'qcow2 with wide reference counts', image: u32(96, 60), reason: /reference counts/ },
  { name: 'qcow2 with a short header', image: u32(100, 8), reason: /header is broken/ },
  { name: 'qcow2 with a huge header', image: u32(100, 0xffff_fff8), reason: /header is broken/ },
  { name: 'qcow2 that is truncated', image: qcow2().subarray(0, CLUSTER), reason: /outside/ },
  { name: 'qcow2 of a few bytes', image: qcow2().subarray(0, 20), reason: /./ },
  {
    name: 'VMDK of extents elsewhere',
    image: Buffer.from(describing({ kind: 'monolithicFlat', extents: 'RW 131072 FLAT "/etc/passwd" 0' })),
    reason: /other files/,
  },
  {
    name: 'VMDK with an extent elsewhere in its description',
    image: vmdk(describing({ kind: 'twoGbMaxExtentFlat', extents: 'RW 131072 FLAT "/etc/passwd" 0' })),
    reason: /other files/,
  },
  {
    name: 'VMDK with a second extent',
    image: vmdk(describing({ extents: 'RW 8 SPARSE "a.vmdk"\nRW 8 FLAT "/etc/passwd" 0' })),
    reason: /other files/,
  },
  { name: 'VMDK without a capacity', image: vmdk(undefined, (image) => image.fill(0, 12, 20)), reason: /other files/ },
  { name: 'VMDK with a parent', image: vmdk(describing({ parent: '12345678' })), reason: /parent/ },
  {
    name: 'VMDK with the name of a parent',
    image: vmdk(describing({ more: 'parentFileNameHint="/etc/passwd"' })),
    reason: /parent/,
  },
  {
    name: 'VMDK with a parent beside its description',
    image: vmdk(undefined, (image) => void image.write('parentFileNameHint="/etc/passwd"', 4096, 'latin1')),
    reason: /parent/,
  },
  { name: 'VMDK of ESX', image: Buffer.from('COWD'.padEnd(512, '\0')), reason: /other files/ },
  {
    name: 'VMDK with huge grains',
    image: vmdk(undefined, (image) => void image.writeBigUInt64LE(1n << 50n, 20)),
    reason: /grain size/,
  },
  {
    name: 'VMDK with a huge grain directory',
    image: vmdk(undefined, (image) => {
      image.writeBigUInt64LE(1n << 43n, 12)
      image.writeUInt32LE(1, 44)
    }),
    reason: /absurdly large/,
  },
  {
    name: 'VMDK without its directory',
    image: vmdk(undefined, (image) => image.fill(0xff, 56, 64)),
    reason: /end is missing/,
  },
  { name: 'VMDK that is truncated', image: vmdk().subarray(0, 11_000), reason: /outside/ },
  { name: 'VHD with a parent', image: vhd((image) => void image.writeUInt32BE(4, 60)), reason: /parent/ },
  { name: 'VHD with the id of a parent', image: vhd((image) => void (image[560] = 7)), reason: /parent/ },
  {
    name: 'VHD with a huge table',
    image: vhd((image) => void image.writeUInt32BE(0xffff_ffff, 540)),
    reason: /absurdly large/,
  },
  { name: 'VHD with a small table', image: vhd((image) => void image.writeUInt32BE(1, 540)), reason: /too small/ },
  { name: 'VHD with odd blocks', image: vhd((image) => void image.writeUInt32BE(12_345, 544)), reason: /block size/ },
  {
    name: 'VHD with its table behind the end',
    image: vhd((image) => image.fill(0x1f, 530, 536)),
    reason: /outside|absurdly/,
  },
  {
    name: 'VHD with a broken footer',
    image: Buffer.concat([Buffer.from('conectix'), Buffer.alloc(2000)]),
    reason: /./,
  },
  { name: 'VHD that is truncated', image: vhd().subarray(0, 700), reason: /outside/ },
  { name: 'qcow2 whose L2 tables are one', image: expandingQcow2(1), reason: /twice to one L2 table/ },
  { name: 'qcow2 whose clusters are one', image: expandingQcow2(512), reason: /far more data/ },
  { name: 'VMDK whose grain tables are one', image: expandingVmdk(1), reason: /twice to one grain table/ },
  { name: 'VMDK whose grain tables are behind its end', image: expandingVmdk(2 ** 20, 1), reason: /out of the file/ },
  {
    name: 'VMDK of very many grain tables',
    image: expandingVmdk(2 ** 17),
    reason: /too many grain tables|far more data/,
  },
  { name: 'VMDK whose grains are one', image: expandingVmdk(2 ** 14), reason: /twice|far more data/ },
  {
    name: 'VHD whose blocks are one',
    image: vhd((image) => {
      image.writeUInt32BE(256 * MiB, 544)
      image.fill(0, 1536, 1536 + 32 * 4)
    }),
    reason: /far more data/,
  },
  { name: 'VHDX', image: Buffer.from('vhdxfile'.padEnd(1024)), reason: /VHDX is not supported/ },
  { name: 'VDI', image: Buffer.concat([Buffer.alloc(64), Buffer.from('\x7f\x10\xda\xbe', 'latin1')]), reason: /VDI/ },
  { name: 'an OVA', image: Buffer.from(`${'\0'.repeat(257)}ustar`.padEnd(1024, '\0')), reason: /tar archive/ },
  { name: 'a compressed image', image: Buffer.from('\xfd7zXZ\0'.padEnd(64), 'latin1'), reason: /with xz; unpack/ },
  { name: 'a web page', image: Buffer.from('<!DOCTYPE html><title>404</title>'), reason: /web page/ },
  { name: 'QED', image: Buffer.from('QED\0'.padEnd(1024, '\0')), reason: /QED is not supported/ },
]
