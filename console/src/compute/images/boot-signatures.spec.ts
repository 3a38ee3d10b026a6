import { expect, test } from 'vitest'
import { bootNotices, type BlockSize, imageProblem, neededBytes, readBootSignatures } from './boot-signatures.ts'

const gib = 1024 ** 3

function fileWith(marks: Record<number, string>, name = 'disk.img', length = 0x9000): File {
  const bytes = new Uint8Array(length)
  for (const [offset, text] of Object.entries(marks))
    bytes.set(
      Array.from(text, (letter) => letter.charCodeAt(0)),
      Number(offset),
    )
  return new File([bytes], name)
}
const noticesOf = async (file: File, blockSize: BlockSize) => bootNotices(await readBootSignatures(file), blockSize)

test.each([512, 2048, 4096] as const)('an EFI partition table at %i needs blocks of that size', async (offset) => {
  const file = fileWith({ [offset]: 'EFI PART' })
  expect(await noticesOf(file, offset)).toEqual([])
  const other = offset === 512 ? 4096 : 512
  expect(await noticesOf(file, other)).toEqual([`Its partition table needs a block size of ${offset} bytes`])
})

test('a CD boots with every block size, also one with a partition table for USB sticks, and one of UDF alone', async () => {
  const cds: Record<number, string>[] = [
    { 0x8001: 'CD001' },
    { 512: 'EFI PART', 0x8001: 'CD001' },
    { 0x8001: 'BEA01', 0x8801: 'NSR03' },
  ]
  for (const marks of cds)
    for (const blockSize of [512, 2048, 4096] as const) expect(await noticesOf(fileWith(marks), blockSize)).toEqual([])
})

test('nothing bootable, in a file shorter than any mark too', async () => {
  const nothing = 'Nothing bootable found: no EFI partition table and no CD image'
  expect(await noticesOf(fileWith({ 100: 'EFI PART' }), 512)).toEqual([nothing])
  expect(await noticesOf(new File(['abc'], 'short.img'), 512)).toEqual([nothing])
})

test('a disk in another format needs a server that converts it, and room for the disk in it', async () => {
  const file = fileWith({ 0: 'QFI\u00fb', 28: '\u0080' })
  const signatures = await readBootSignatures(file)
  expect(bootNotices(signatures, 512)).toEqual(['This is a qcow2 image. Here only a raw disk image can boot.'])
  expect(bootNotices(signatures, 512, true)).toEqual([])
  expect(neededBytes(signatures)).toBe(2 ** 31)
  expect(imageProblem(file, signatures)).toBeUndefined()
})

test('content decides, not the name', async () => {
  for (const name of ['disk.qcow2', 'disk.img.xz', 'disk.vhd'])
    expect(await noticesOf(fileWith({ 512: 'EFI PART' }, name), 512)).toEqual([])
})

test('a server with real machines starts a boot sector', async () => {
  const signatures = await readBootSignatures(fileWith({ 510: '\u0055\u00aa' }))
  expect(bootNotices(signatures, 512, true)).toEqual([])
  expect(bootNotices(signatures, 512)).toHaveLength(1)
})

test.each([
  ['\u001f\u008b\u0008', 'The file is compressed with gzip. Unpack it first, or fetch it: the server unpacks it.'],
  ['\u00fd7zXZ\0', 'The file is compressed with xz. Unpack it first, or fetch it: the server unpacks it.'],
  ['vhdxfile', 'The image is refused: VHDX is not supported; convert it to qcow2 or to a raw disk first'],
  ['PK\u0003\u0004', 'The image is refused: it is a ZIP archive; unpack it, and use the disk image in it'],
])('%s is refused before anything is sent, without other remarks', async (magic, problem) => {
  const file = fileWith({ 0: magic })
  const signatures = await readBootSignatures(file)
  expect(imageProblem(file, signatures)).toBe(problem)
  expect(bootNotices(signatures, 512, true)).toEqual([])
})

test('the footer of a fixed VHD is no part of the disk', async () => {
  const file = fileWith({ 0x8e00: 'conectix', [0x8e00 + 54]: '\u008e\0', [0x8e00 + 63]: '\u0002' })
  expect(neededBytes(await readBootSignatures(file))).toBe(0x8e00)
})

test('sizes that are refused; a length that is no whole number of blocks is none of them', async () => {
  const file = (size: number) => ({ size }) as File
  expect(imageProblem(file(1025), undefined)).toBeUndefined()
  expect(imageProblem(file(1023 * gib), undefined)).toBeUndefined()
  expect(imageProblem(file(1023 * gib + 512), undefined)).toMatch(/^Must be at most 1023 GiB/)
  expect(imageProblem(file(0), undefined)).toBe('The file is empty')
  const huge = fileWith({ 0: 'QFI\u00fb', 24: '\u0001' })
  expect(imageProblem(huge, await readBootSignatures(huge))).toMatch(/^Must be at most 1023 GiB/)
})
