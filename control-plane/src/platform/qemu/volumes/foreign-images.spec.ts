import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../conformance/declared.ts'
import type { PlatformError } from '../../interface/platform-error.ts'
import type { VolumeSpec } from '../../interface/volumes.ts'
import { hostileImages } from './formats/hostile.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const MiB = 2 ** 20
const SIZE = 64 * MiB
/** Incompressible, and different from sector to sector. */
const pattern = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(Math.imul(at + 1, 0x9e37_79b1) >>> 0, at)
  return bytes
}
const HEAD = pattern(3 * MiB)
const TAIL = pattern(4096)

let site: VolumeSite
let scratch: string
beforeEach(async () => {
  site = await VolumeSite.open()
  scratch = await mkdtemp(join(tmpdir(), 'skerry-qemu-foreign-'))
})
afterEach(async () => {
  await site.dispose()
  await rm(scratch, { recursive: true })
})

const importSpec = (sizeBytes = 128 * MiB): VolumeSpec => ({
  id: newId(),
  projectId: newId(),
  siloId: newId(),
  sizeBytes,
  blockSize: 512,
  source: { kind: 'import' },
})

/** Writes the bytes in chunks but for zeros, as an upload does, the last one filled up to a whole block. */
async function upload(bytes: Buffer, spec = importSpec()): Promise<VolumeSpec> {
  await site.volumes.ensureVolume(spec)
  const padded = Buffer.alloc(Math.ceil(bytes.length / 512) * 512)
  bytes.copy(padded)
  for (let at = 0; at < padded.length; at += MiB / 2) {
    const chunk = padded.subarray(at, at + MiB / 2)
    if (chunk.some((byte) => byte !== 0)) await site.volumes.write(spec.id, 1, at, chunk)
  }
  return spec
}

async function holdsPattern(id: string): Promise<void> {
  expect(HEAD.equals(await site.volumes.read(id, 0, HEAD.length))).toBe(true)
  expect(TAIL.equals(await site.volumes.read(id, SIZE - TAIL.length, TAIL.length))).toBe(true)
  expect(await site.volumes.read(id, SIZE / 2, 512)).toEqual(new Uint8Array(512))
  expect(await site.volumes.read(id, SIZE, 512)).toEqual(new Uint8Array(512))
}

/** The pattern as an image of that format. */
async function imageOf(...format: string[]): Promise<Buffer> {
  const [raw, made] = [join(scratch, 'raw'), join(scratch, 'made')]
  await writeFile(raw, HEAD)
  await using file = await open(raw, 'r+')
  await file.write(TAIL, 0, TAIL.length, SIZE - TAIL.length)
  await run('qemu-img', ['convert', '-f', 'raw', ...format, raw, made])
  return readFile(made)
}

describe('an uploaded image', () => {
  test.each([
    { format: ['-O', 'qcow2'] },
    { format: ['-c', '-O', 'qcow2'] },
    { format: ['-O', 'qcow2', '-o', 'compat=0.10'] },
    { format: ['-O', 'qcow2', '-o', 'cluster_size=2M,extended_l2=on'] },
    { format: ['-c', '-O', 'qcow2', '-o', 'compression_type=zstd'] },
    { format: ['-O', 'vmdk'] },
    { format: ['-O', 'vmdk', '-o', 'subformat=streamOptimized'] },
    { format: ['-O', 'vpc', '-o', 'force_size=on'] },
    { format: ['-O', 'vpc', '-o', 'force_size=on,subformat=fixed'] },
    { format: ['-O', 'raw'] },
  ])('made with $format becomes the disk that it contains', async ({ format }) => {
    const image = await imageOf(...format)
    const { id } = await upload(image)
    await site.volumes.finalizeImport(id)
    await holdsPattern(id)
    await site.restart('killed')
    await holdsPattern(id)
    expect(await readdir(join(site.folder, 'layers'))).toHaveLength(1)
    const { blocks } = await stat(await site.volumes.newestFile(id))
    expect(blocks * 512).toBeLessThan(8 * MiB)
  })

  test('with internal snapshots becomes the disk that it was last', async () => {
    const path = join(scratch, 'with-snapshots')
    await writeFile(path, await imageOf('-O', 'qcow2'))
    await run('qemu-img', ['snapshot', '-c', 'before', path])
    await run('qemu-io', ['-f', 'qcow2', '-c', 'write -P 7 32M 64k', path])
    const { id } = await upload(await readFile(path))
    await site.volumes.finalizeImport(id)
    expect(await site.volumes.read(id, SIZE / 2, 512)).toEqual(new Uint8Array(512).fill(7))
    expect(HEAD.equals(await site.volumes.read(id, 0, HEAD.length))).toBe(true)
  })

  test('with a bitmap, of an odd length, becomes the disk that it contains', async () => {
    const path = join(scratch, 'with-bitmap')
    await writeFile(path, await imageOf('-O', 'qcow2'))
    await run('qemu-img', ['bitmap', '--add', '-f', 'qcow2', path, 'changes'])
    const bytes = await readFile(path)
    expect(bytes.length % 512).not.toBe(0)
    const { id } = await upload(bytes)
    await site.volumes.finalizeImport(id)
    await holdsPattern(id)
  })

  test('as the content of an image becomes the disk that it contains', async () => {
    const bytes = await imageOf('-c', '-O', 'qcow2')
    const open = async function* () {
      for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
    }
    const id = newId()
    const source = { kind: 'content' as const, siloId: newId(), open }
    await site.volumes.ensureImage({ id, sizeBytes: 128 * MiB, blockSize: 512, source })
    await holdsPattern(id)
    expect(await readdir(join(site.folder, 'layers'))).toHaveLength(1)
  })

  test('of a disk that is larger than the volume is refused, and can be written again', async () => {
    const { id } = await upload(await imageOf('-O', 'qcow2'), importSpec(32 * MiB))
    await expect(site.volumes.finalizeImport(id)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('does not fit'),
    })
    await site.volumes.write(id, 2, 0, Buffer.alloc(512, 7))
    await site.volumes.finalizeImport(id)
    expect(await site.volumes.read(id, 0, 512)).toEqual(new Uint8Array(512).fill(7))
  })

  test('that qemu-img finds broken is refused, and leaves nothing', async () => {
    const image = await imageOf('-c', '-O', 'qcow2')
    image.fill(0xff, 5 * 65_536, 5 * 65_536 + 512)
    image.fill(0xff, image.length - 200_000, image.length - 1000)
    const { id } = await upload(image)
    await expect(site.volumes.finalizeImport(id)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^The image cannot be read: /),
    })
    expect(await readdir(join(site.folder, 'layers'))).toHaveLength(1)
    await site.volumes.deleteVolume(id)
    expect(await readdir(join(site.folder, 'layers'))).toEqual([])
  })

  test('that fills the storage is refused with no-space, and leaves nothing', async () => {
    const { id } = await upload(await imageOf('-O', 'qcow2'))
    site.keepFreeBytes = Infinity
    await expect(site.volumes.finalizeImport(id)).rejects.toMatchObject({ kind: 'no-space' })
    expect(await readdir(join(site.folder, 'layers'))).toHaveLength(1)
    site.keepFreeBytes = 0
    await site.volumes.finalizeImport(id)
    await holdsPattern(id)
  })

  test('is left to be converted again when the platform closes meanwhile', async () => {
    const { id } = await upload(await imageOf('-c', '-O', 'qcow2'))
    const ended = site.volumes.finalizeImport(id).then(
      () => 'transient',
      (error: PlatformError) => error.kind,
    )
    await site.restart('closed')
    expect(await ended).toBe('transient')
    await site.volumes.finalizeImport(id)
    await holdsPattern(id)
  })
})

test('hostile images are refused, whether they are uploaded or fetched, and leave nothing', async () => {
  for (const { image, reason } of hostileImages) {
    const { id } = await upload(image)
    const refusal = { kind: 'refused', message: expect.stringMatching(reason) }
    // The last block of an upload is filled up with zeros.
    await expect(site.volumes.finalizeImport(id)).rejects.toMatchObject({ kind: 'refused' })
    const open = async function* () {
      yield image
    }
    const spec = {
      id: newId(),
      sizeBytes: 128 * MiB,
      blockSize: 512 as const,
      source: { kind: 'content' as const, siloId: newId(), open },
    }
    await expect(site.volumes.ensureImage(spec)).rejects.toMatchObject(refusal)
    await site.volumes.deleteVolume(id)
  }
  expect(await readdir(join(site.folder, 'layers'))).toEqual([])
})
