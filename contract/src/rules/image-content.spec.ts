import { describe, expect, test } from 'vitest'
import { diskIn, IMAGE_HEAD_BYTES, IMAGE_TAIL_BYTES, imageRefusal, isCd, packedFormat } from './image-content.ts'

const GiB = 2 ** 30
type Parts = Record<number, string | readonly number[]>

function bytesWith(parts: Parts, length = IMAGE_HEAD_BYTES): Uint8Array {
  const bytes = new Uint8Array(length)
  for (const [at, part] of Object.entries(parts))
    bytes.set(typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part, Number(at))
  return bytes
}
const text = (content: string) => new TextEncoder().encode(content)

describe('a compressed file', () => {
  test.each([
    ['gzip', '\x1f\x8b\x08'],
    ['xz', '\xfd7zXZ\0'],
    ['zstd', '\x28\xb5\x2f\xfd'],
    ['zstd', 'P\x2a\x4d\x18'],
    ['zstd', '_\x2a\x4d\x18'],
    ['bzip2', 'BZh91AY&SY'],
    ['bzip2', 'BZh11AY&SY'],
  ])('of %s is known by its first bytes', (format, magic) => {
    const head = bytesWith({ 0: magic })
    expect(packedFormat(head)).toBe(format)
    expect(imageRefusal(head)).toBe(`it is compressed with ${format}; unpack it first`)
    expect(packedFormat(bytesWith({ 1: magic }))).toBeUndefined()
  })
})

describe('what is no disk image is refused, with what to do:', () => {
  test.each([
    ['ZIP', { 0: 'PK\x03\x04' }, /ZIP archive; unpack it, and use the disk image in it/],
    ['an empty ZIP', { 0: 'PK\x05\x06' }, /ZIP/],
    ['7z', { 0: '7z\xbc\xaf\x27\x1c' }, /7z archive; unpack/],
    ['RAR', { 0: 'Rar!\x1a\x07\x01\0' }, /RAR archive; unpack/],
    ['OVA', { 0: 'appliance.ovf', 257: 'ustar  \0' }, /tar archive, as an OVA is; unpack/],
    ['tar of POSIX', { 257: 'ustar\x0000' }, /tar archive/],
    ['lz4', { 0: '\x04\x22\x4d\x18' }, /compressed with lz4; unpack/],
    ['lzip', { 0: 'LZIP\x01' }, /compressed with lzip/],
    ['LZMA', { 0: ']\0\0\x80\0' }, /compressed with LZMA/],
    ['VHDX', { 0: 'vhdxfile' }, /VHDX is not supported; convert it to qcow2/],
    [
      'VDI',
      { 0: '<<< Oracle VM VirtualBox Disk Image >>>\n', 64: '\x7f\x10\xda\xbe' },
      /VDI is not supported; convert/,
    ],
    ['QED', { 0: 'QED\0' }, /QED is not supported/],
    ['Parallels', { 0: 'WithouFreSpacExt' }, /Parallels disk is not supported/],
    ['flat VMDK', { 0: '# Disk DescriptorFile\nversion=1\n' }, /in other files; export it as one VMDK file/],
    ['VMDK of ESX', { 0: 'COWD' }, /in other files/],
    ['Git LFS', { 0: 'version https://git-lfs.github.com/spec/v1\noid' }, /Git LFS/],
  ] satisfies [string, Parts, RegExp][])('%s', (_, parts, reason) => {
    expect(imageRefusal(bytesWith(parts))).toMatch(reason)
  })

  test.each([
    '<!DOCTYPE html><title>404 Not Found</title>',
    '<!doctype HTML>',
    '\n\r\n  \t<html lang="en">',
    '\ufeff\n<!DOCTYPE html>',
    '<HTML><HEAD>',
    '<head><title>Moved',
    '<!-- a proxy wrote this --><html>',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    '<Error><Code>NoSuchKey',
    '{"message": "Not Found"}',
    '\n{ "errors": [] }',
  ])('the page %s', (page) => {
    expect(imageRefusal(text(page))).toMatch(/web page, not a disk image; check where/)
    expect(imageRefusal(text(page.padEnd(4096, ' ')))).toMatch(/web page/)
  })

  test('a page in UTF-16', () => {
    const page = Uint8Array.from('\ufeff\n<!DOCTYPE html>', (letter) => letter.charCodeAt(0) & 0xff)
    const wide = Uint8Array.from({ length: page.length * 2 }, (_, at) =>
      at % 2 ? (at === 1 ? 0xfe : 0) : page[at / 2]!,
    )
    expect(imageRefusal(wide)).toMatch(/web page/)
  })
})

test.each([
  ['zeros', {}],
  ['a boot sector', { 0: [0xeb, 0x63, 0x90], 510: [0x55, 0xaa] }],
  ['an ISO image', { 0x8001: 'CD001' }],
  ['text on a disk', { 0: 'hello, <html>' }],
  ['a sign that is less than the name of an element', { 0: '<\x08\0\0' }],
  ['an encrypted disk', { 0: 'LUKS\xba\xbe' }],
  ['qcow2', { 0: 'QFI\xfb' }],
] satisfies [string, Parts][])('%s is not refused', (_, parts) => {
  expect(imageRefusal(bytesWith(parts))).toBeUndefined()
})

describe('a CD', () => {
  const sector = (at: number) => at * 2048 + 1
  test.each([
    ['ISO 9660', { [sector(16)]: 'CD001' }, true],
    ['ISO 9660 behind a boot record', { [sector(17)]: 'CD001' }, true],
    ['UDF', { [sector(16)]: 'BEA01', [sector(17)]: 'NSR02', [sector(18)]: 'TEA01' }, true],
    ['UDF of 2.x', { [sector(16)]: 'BEA01', [sector(17)]: 'NSR03' }, true],
    [
      'UDF with another descriptor between',
      { [sector(16)]: 'BEA01', [sector(17)]: 'BOOT2', [sector(18)]: 'NSR03' },
      true,
    ],
    ['an end without a start', { [sector(17)]: 'NSR03' }, false],
    ['a start alone', { [sector(16)]: 'BEA01' }, false],
    ['another place', { [sector(16) + 1]: 'CD001' }, false],
  ] satisfies [string, Parts, boolean][])('%s', (_, parts, expected) => {
    expect(isCd(bytesWith(parts))).toBe(expected)
  })
  test('of no length', () => expect(isCd(new Uint8Array())).toBe(false))
})

describe('the disk in a file', () => {
  const at = (head: Uint8Array, tail = new Uint8Array(), length = 5000) => diskIn({ head, tail, length })
  const u64 = (value: bigint, little = false) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, value, little)
    return [...new Uint8Array(view.buffer)]
  }

  test.each([
    ['qcow2', bytesWith({ 0: 'QFI\xfb', 24: u64(8n * BigInt(GiB)) })],
    ['VMDK', bytesWith({ 0: 'KDMV', 12: u64((8n * BigInt(GiB)) / 512n, true) })],
    ['VHD', bytesWith({ 0: 'conectix', 48: u64(8n * BigInt(GiB)) })],
  ])('of %s has the size in its header', (format, head) => {
    expect(at(head)).toEqual({ format, diskBytes: 8 * GiB, contentBytes: 5000 })
    // Not at the start of its buffer.
    expect(at(Uint8Array.of(0, ...head).subarray(1))).toMatchObject({ format, diskBytes: 8 * GiB })
  })

  test('is the file itself otherwise, however short', () => {
    const raw = { format: 'raw', diskBytes: 5000, contentBytes: 5000 }
    expect(at(bytesWith({}))).toEqual(raw)
    expect(at(new Uint8Array())).toEqual(raw)
    expect(at(bytesWith({ 0: 'QFI\xfb' }, 4))).toEqual(raw)
  })

  /** The end of a file with a footer there, and a number of bytes behind it. */
  function endsWith(footerAt: number, padding = 0, { kind = 2, size = footerAt, magic = 'conectix' } = {}) {
    const length = footerAt + 512 + padding
    const tail = new Uint8Array(Math.min(IMAGE_TAIL_BYTES, length))
    const start = footerAt - (length - tail.length)
    tail.set(bytesWith({ 0: magic, 48: u64(BigInt(size)), 60: [0, 0, 0, kind] }, 512), start)
    return at(bytesWith({}), tail, length)
  }

  test.each([0, 512, 1536, 3584])('of a fixed VHD with %i bytes behind its footer is what is before it', (padding) => {
    const disk = { format: 'raw', diskBytes: GiB, contentBytes: GiB }
    expect(endsWith(GiB, padding)).toEqual(disk)
    expect(endsWith(512 * 3, padding)).toEqual({ ...disk, diskBytes: 1536, contentBytes: 1536 })
  })

  test.each([
    ['another size', { size: GiB + 512 }],
    ['another kind', { kind: 3 }],
    ['another magic', { magic: 'conectiy' }],
  ])('is not cut where the footer has %s', (_, footer) => {
    expect(endsWith(GiB, 0, footer)).toMatchObject({ diskBytes: GiB + 512, contentBytes: GiB + 512 })
  })
})
