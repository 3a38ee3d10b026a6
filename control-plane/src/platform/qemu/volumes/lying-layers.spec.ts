import { cp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imageSpec } from '../../conformance/bed.ts'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import { emptyOverlay } from './overlay.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 8192
const SECRET = 0x42
const refused = expect.objectContaining({ kind: 'permanent' })

let site: VolumeSite
let daemon: StorageDaemon
/** A disk that QEMU has open, and one of another project: both of an image that is deleted. */
let liar: string
let other: string

beforeEach(async () => {
  site = await VolumeSite.open((folder) => (daemon = new StorageDaemon(folder)))
  const source = await site.disk()
  const snapshotId = await site.snapshot(source)
  const image = { ...imageSpec(snapshotId), id: newId() }
  await site.volumes.ensureImage(image)
  const from = { kind: 'image', id: image.id } as const
  liar = await site.disk(from)
  other = await site.disk(from)
  await site.io(other, `write -P ${SECRET} 0 ${BLOCK}`)
  await site.volumes.deleteVolume(source)
  await site.volumes.deleteSnapshot(snapshotId)
  await site.volumes.withChains([liar], ([chain]) => daemon.begin(liar, chain!))
  await site.volumes.deleteImage(image.id)
})
afterEach(async () => {
  await daemon.end('SIGKILL')
  await site.dispose()
})

/** Writes the start of a file, as a QEMU that was taken over writes its newest layer. Returns what was there. */
async function overwrite(path: string, offset: number, bytes: Buffer): Promise<Buffer> {
  await using file = await open(path, 'r+')
  const before = Buffer.alloc(bytes.length)
  await file.read(before, 0, before.length, offset)
  await file.write(bytes, 0, bytes.length, offset)
  return before
}

const newest = async (id: string): Promise<string> => basename(await site.volumes.newestFile(id))

/** By what it says to be based on: the offset of what is written over the header, and that. */
const LIES: Record<string, () => Promise<[number, Buffer]>> = {
  nothing: async () => [8, Buffer.alloc(12)],
  'the layer of another': async () => {
    const backing = { name: await newest(other), format: 'qcow2' }
    return [0, emptyOverlay(backing, volumeSpec().sizeBytes).subarray(0, 4096)]
  },
}

describe.each(Object.entries(LIES))('a machine that says its disk is based on %s', (_, lieOf) => {
  async function isHarmless(): Promise<void> {
    await expect(site.volumes.read(liar, 0, BLOCK)).rejects.toEqual(refused)
    await expect(site.volumes.withChains([liar], async () => {})).rejects.toEqual(refused)
    await expect(site.snapshot(liar)).rejects.toEqual(refused)
    await site.mergesAnother()
    // The other disk is not written into what both have open.
    await daemon.guest(`read -P 0 0 ${BLOCK}`)
    expect(await site.chainOf(other)).toHaveLength(2)
    expect((await site.volumes.read(other, 0, BLOCK))[0]).toBe(SECRET)
  }

  test('gets nothing of another disk when the server starts again', async () => {
    const [offset, lie] = await lieOf()
    const path = await site.volumes.newestFile(liar)
    const truth = await overwrite(path, offset, lie)
    await site.restart('killed')
    await site.volumes.restore(NOTHING)
    await isHarmless()
    await overwrite(path, offset, truth)
    await site.volumes.list()
    expect((await site.volumes.read(liar, 0, BLOCK))[0]).toBe(0)
  })

  test('gets nothing of another disk when a snapshot of its own is deleted', async () => {
    await daemon.guest(`write -P 1 ${BLOCK} ${BLOCK}`)
    const one = await site.snapshot(liar)
    await daemon.guest(`write -P 2 ${BLOCK} ${BLOCK}`)
    await site.snapshot(liar)
    await daemon.guest(`write -P 3 ${BLOCK} ${BLOCK}`)
    const [offset, lie] = await lieOf()
    const { merge } = daemon
    const merged = Promise.withResolvers<void>()
    daemon.merge = async (id, copy) => {
      await merge.call(daemon, id, copy)
      await overwrite(copy.chain[0]!.path, offset, lie)
      merged.resolve()
    }
    await site.volumes.deleteSnapshot(one)
    await merged.promise
    await site.mergesAnother()
    expect((await site.volumes.list()).volumes).not.toContain(liar)
    await isHarmless()
  })

  test.each(['missing', 'damaged'])('is not believed while what the server noted is %s', async (how) => {
    const [offset, lie] = await lieOf()
    const path = await site.volumes.newestFile(liar)
    const truth = await overwrite(path, offset, lie)
    const bases = join(site.folder, 'bases')
    await site.restart('killed')
    await cp(bases, `${bases}.kept`, { recursive: true })
    for (const name of await readdir(bases))
      await (how === 'missing' ? rm(join(bases, name)) : writeFile(join(bases, name), '{"version":1}'))
    await site.volumes.restore(NOTHING)
    const reason = `${basename(path)} or ${basename(path)}.json in bases is missing or broken`
    await expect(site.volumes.read(liar, 0, BLOCK)).rejects.toThrow(reason)
    await expect(site.volumes.read(other, 0, BLOCK)).rejects.toEqual(refused)
    expect((await site.volumes.list()).volumes).toEqual([])
    // Removes what nothing needs, if it knows that: only the first disk still needs what both are based on.
    await site.volumes.deleteVolume(other)
    await cp(`${bases}.kept`, bases, { recursive: true })
    await overwrite(path, offset, truth)
    await site.volumes.list()
    expect((await site.volumes.read(liar, 0, BLOCK))[0]).toBe(0)
  })
})

test('a machine that bases a layer on another after the server has started again is believed', async () => {
  await daemon.guest(`write -P 1 ${BLOCK} ${BLOCK}`)
  const one = await site.snapshot(liar)
  await daemon.guest(`write -P 2 ${2 * BLOCK} ${BLOCK}`)
  await site.snapshot(liar)
  await daemon.guest(`write -P 3 ${3 * BLOCK} ${BLOCK}`, 'flush')
  const { merge } = daemon
  const merged = Promise.withResolvers<void>()
  daemon.merge = async (id, copy) => {
    const moved = async () => {
      await copy.moved()
      await site.restart('killed')
      await site.volumes.list()
    }
    await merge.call(daemon, id, { ...copy, moved })
    merged.resolve()
  }
  await site.volumes.deleteSnapshot(one)
  await merged.promise
  daemon.merge = merge
  await site.volumes.restore(NOTHING)
  await site.volumes.withChains([liar], async () => {})
  expect(await site.chainOf(liar)).toHaveLength(3)
  for (const number of [1, 2, 3]) {
    await daemon.guest(`read -P ${number} ${number * BLOCK} ${BLOCK}`)
    expect((await site.volumes.read(liar, number * BLOCK, BLOCK))[0]).toBe(number)
  }
  // Removes what nothing needs.
  await site.volumes.deleteVolume(await site.disk())
  expect(await readdir(join(site.folder, 'layers'))).toHaveLength(4)
})

test('what is noted of a layer goes with it, also when its file was lost before', async () => {
  await daemon.end('SIGKILL')
  await rm(await site.volumes.newestFile(other))
  for (const id of [liar, other]) await site.volumes.deleteVolume(id)
  await site.restart('killed')
  await site.volumes.restore(NOTHING)
  expect(await readdir(join(site.folder, 'bases'))).toEqual([])
})
