import { execFile } from 'node:child_process'
import { readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imageSpec } from '../../conformance/bed.ts'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import { SHORTEN_ABOVE } from './layers.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const MiB = 2 ** 20
const BLOCK = 8192

/** Comes before each change of a file by the server. */
let gate: () => Promise<void> | void
let site: VolumeSite
beforeEach(async () => {
  gate = () => {}
  site = await VolumeSite.open(undefined, () => gate())
})
afterEach(() => site.dispose())

const guestWrites = (id: string, byte: number, offset: number, length = BLOCK): Promise<void> =>
  site.io(id, `write -P ${byte} ${offset} ${length}`)

const firstByte = async (id: string, offset = 0): Promise<number> => (await site.volumes.read(id, offset, BLOCK))[0]!
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))
const chainOf = (id: string) => site.chainOf(id)
const isShortened = (id: string) =>
  expect.poll(async () => (await chainOf(id)).length).toBeLessThanOrEqual(SHORTEN_ABOVE + 1)

describe('an overlay', () => {
  test('is sound for QEMU, also of the largest volume', async () => {
    const base = await site.disk()
    const id = newId()
    const spec = {
      ...volumeSpec(id, { kind: 'snapshot', id: await site.snapshot(base) }),
      sizeBytes: 1023 * 1024 * MiB,
    }
    await site.volumes.ensureVolume(spec)
    await guestWrites(id, 7, spec.sizeBytes - BLOCK)
    const path = await site.volumes.newestFile(id)
    await run('qemu-img', ['check', '-f', 'qcow2', path])
    expect(await firstByte(id, spec.sizeBytes - BLOCK)).toBe(7)
    expect((await stat(path)).blocks * 512).toBeLessThan(MiB)
  })

  test('reads as QEMU reads it', async () => {
    const id = await site.disk()
    await guestWrites(id, 1, 0, 4 * MiB)
    await site.snapshot(id)
    await guestWrites(id, 2, MiB, MiB)
    await site.snapshot(id)
    await site.io(
      id,
      'write -P 3 1572864 65536',
      'write -z 196608 131072',
      'discard 2097152 65536',
      'write -P 4 67043328 65536',
    )
    const path = await site.volumes.newestFile(id)
    const raw = join(site.folder, 'as-qemu-reads-it')
    await run('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', path, raw])
    const [ours, theirs] = [join(site.folder, 'ours'), raw]
    await writeFile(ours, await site.volumes.read(id, 0, 64 * MiB))
    await run('cmp', [ours, theirs])
    expect((await site.volumes.read(id, 1000, 3 * MiB)).length).toBe(3 * MiB)
  })
})

describe('a chain', () => {
  test('does not grow by snapshots of what has not changed', async () => {
    const id = await site.disk()
    await guestWrites(id, 1, 0)
    for (let count = 0; count < 20; count++) await site.snapshot(id)
    expect(await chainOf(id)).toHaveLength(2)
    expect(await layers()).toHaveLength(2)
  })

  test(`longer than ${SHORTEN_ABOVE} overlays is shortened, and each snapshot keeps its content`, async () => {
    const id = await site.disk()
    const snapshots = []
    for (let count = 1; count <= SHORTEN_ABOVE + 4; count++) {
      await guestWrites(id, count, count * BLOCK)
      snapshots.push(await site.snapshot(id))
      await isShortened(id)
    }
    for (const [at, one] of snapshots.entries()) {
      expect(await firstByte(one, (at + 1) * BLOCK)).toBe(at + 1)
      expect(await firstByte(one, (at + 2) * BLOCK)).toBe(0)
    }
    for (const one of snapshots) await site.volumes.deleteSnapshot(one)
    for (let at = 1; at <= snapshots.length; at++) expect(await firstByte(id, at * BLOCK)).toBe(at)
  })

  test('of volumes that are copies of copies is shortened too', async () => {
    let id = await site.disk()
    await guestWrites(id, 9, 0)
    for (let count = 0; count < SHORTEN_ABOVE + 3; count++) {
      id = await site.disk({ kind: 'snapshot', id: await site.snapshot(id) })
      await guestWrites(id, count, BLOCK)
      await isShortened(id)
    }
    expect(await firstByte(id)).toBe(9)
  })
})

test('a layer is removed once nothing needs it, and not before', async () => {
  const source = await site.disk()
  await guestWrites(source, 1, 0)
  const taken = await site.snapshot(source)
  const image = { ...imageSpec(taken), id: newId() }
  await site.volumes.ensureImage(image)
  const copy = await site.disk({ kind: 'image', id: image.id })
  expect(await layers()).toHaveLength(3)
  await site.volumes.deleteVolume(source)
  expect(await layers()).toHaveLength(2)
  await site.volumes.deleteSnapshot(taken)
  await site.volumes.deleteImage(image.id)
  expect(await layers()).toHaveLength(2)
  expect(await firstByte(copy)).toBe(1)
  await site.restart('killed')
  await site.volumes.deleteVolume(copy)
  expect(await layers()).toEqual([])
})

test('a disk is whole though its snapshot is deleted while it is made, at whichever step', async () => {
  for (let step = 0, deleted = true; deleted; step++) {
    const source = await site.disk()
    await guestWrites(source, 1, 0)
    const taken = await site.snapshot(source)
    await site.volumes.deleteVolume(source)
    deleted = false
    let left = step
    gate = async () => {
      if (left-- !== 0) return
      deleted = true
      await site.volumes.deleteSnapshot(taken)
    }
    const copy = await site.disk({ kind: 'snapshot', id: taken })
    gate = () => {}
    expect(await firstByte(copy), `deleted at step ${step}`).toBe(1)
    await site.restart('killed')
    expect(await firstByte(copy), `deleted at step ${step}`).toBe(1)
    await site.volumes.deleteSnapshot(taken)
    await site.volumes.deleteVolume(copy)
  }
})

test('a disk is whole though a change of a file fails while its snapshot is taken, at whichever step', async () => {
  for (let step = 0, failed = true; failed; step++) {
    const id = await site.disk()
    await guestWrites(id, 1, 0)
    failed = false
    let left = step
    gate = () => {
      if (left-- !== 0) return
      failed = true
      throw new Error('The disk has an error')
    }
    await site.snapshot(id).catch(() => {})
    gate = () => {}
    // Removes what nothing needs.
    await site.volumes.deleteVolume(await site.disk())
    expect(await firstByte(id), `failed at step ${step}`).toBe(1)
    await site.restart('killed')
    expect(await firstByte(id), `failed at step ${step}`).toBe(1)
  }
})

test('the bytes of a volume whose record is lost are kept while it should be there, and removed afterwards', async () => {
  const spec = volumeSpec()
  await site.volumes.ensureVolume(spec)
  const left = await layers()
  await rm(join(site.folder, 'volumes', `${spec.id}.json`))
  await site.restart('killed')
  await site.volumes.restore({ ...NOTHING, volumes: [{ ...spec, finalized: true, attachedTo: null }] })
  await site.volumes.deleteVolume(await site.disk())
  expect(await layers()).toEqual(left)
  await site.restart('killed')
  await site.volumes.restore(NOTHING)
  expect(await layers()).toEqual([])
})

test('a write that finds the disk full rejects with no-space', async () => {
  const id = await site.disk({ kind: 'import' })
  const full = join(site.folder, 'full')
  await symlink('/dev/full', full)
  await rename(full, await site.volumes.newestFile(id))
  const write = site.volumes.write(id, 1, 0, new Uint8Array(BLOCK))
  await expect(write).rejects.toMatchObject({ kind: 'no-space' })
})

test('nothing can be written to a layer that others need', async () => {
  const id = await site.disk()
  const frozen = await site.volumes.newestFile(id)
  await site.snapshot(id)
  expect((await stat(frozen)).mode & 0o222).toBe(0)
  expect((await stat(await site.volumes.newestFile(id))).mode & 0o200).toBe(0o200)
})
