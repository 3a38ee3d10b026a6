import { expect, test } from 'vitest'
import { bootNotices, type BlockSize, imageSizeProblem, neededBytes, readBootSignatures } from './boot-signatures.ts'

function fileWith(marks: Record<number, string>, name = 'disk.img'): File {
  const bytes = new Uint8Array(0x9000)
  for (const [offset, text] of Object.entries(marks)) bytes.set(new TextEncoder().encode(text), Number(offset))
  return new File([bytes], name)
}
const noticesOf = async (file: File, blockSize: BlockSize) => bootNotices(await readBootSignatures(file), blockSize)

test.each([512, 2048, 4096] as const)('an EFI partition table at %i needs blocks of that size', async (offset) => {
  const file = fileWith({ [offset]: 'EFI PART' })
  expect(await noticesOf(file, offset)).toEqual([])
  const other = offset === 512 ? 4096 : 512
  expect(await noticesOf(file, other)).toEqual([`Its partition table needs a block size of ${offset} bytes`])
})

test('a CD needs blocks of 2048 bytes', async () => {
  const file = fileWith({ 0x8001: 'CD001' })
  expect(await noticesOf(file, 2048)).toEqual([])
  expect(await noticesOf(file, 512)).toEqual(['This looks like a CD image, which needs a block size of 2048 bytes'])
})

test('nothing bootable, in a file shorter than any mark too', async () => {
  const nothing = 'Nothing bootable found: no EFI partition table and no CD image'
  expect(await noticesOf(fileWith({ 100: 'EFI PART' }), 512)).toEqual([nothing])
  expect(await noticesOf(new File(['abc'], 'short.img'), 512)).toEqual([nothing])
})

test.each(['a.gz', 'a.img.GZ', 'a.7z', 'a.qcow2', 'a.vmdk'])('%s looks compressed', async (name) => {
  expect(await noticesOf(fileWith({ 512: 'EFI PART' }, name), 512)).toEqual([
    'This looks compressed or converted. Only a raw disk image can boot.',
  ])
})

test('a disk in another format needs a server that converts it, and room for the disk in it', async () => {
  const head = new Uint8Array(512)
  head.set([0x51, 0x46, 0x49, 0xfb])
  new DataView(head.buffer).setBigUint64(24, 2n ** 31n)
  const file = new File([head], 'debian.img')
  const signatures = await readBootSignatures(file)
  expect(bootNotices(signatures, 512)).toContain('This looks compressed or converted. Only a raw disk image can boot.')
  expect(bootNotices(signatures, 512, true)).toEqual([])
  expect(neededBytes(file, signatures)).toBe(2 ** 31)
  expect(neededBytes(file, undefined)).toBe(512)
})

test('a server with real machines starts a boot sector, and unpacks no archives', async () => {
  const head = new Uint8Array(512)
  head.set([0x55, 0xaa], 510)
  const signatures = await readBootSignatures(new File([head], 'disk.img.xz'))
  expect(bootNotices(signatures, 512, true)).toEqual(['This looks compressed. Unpack it before the upload.'])
  expect(bootNotices(signatures, 512)).toHaveLength(2)
})

test('sizes that are refused', () => {
  const gib = 1024 ** 3
  expect(imageSizeProblem(1024, 512)).toBeUndefined()
  expect(imageSizeProblem(1023 * gib, 4096)).toBeUndefined()
  expect(imageSizeProblem(1024, 4096)).toBe('Size must be a multiple of the block size, 4096 bytes')
  expect(imageSizeProblem(1023 * gib + 512, 512)).toMatch(/^Must be at most 1023 GiB/)
  expect(imageSizeProblem(0, 512)).toBe('The file is empty')
})
