import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imageSpec } from '../../conformance/bed.ts'
import { newId } from '../../conformance/declared.ts'
import { abortable } from '../../interface/abortable.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { SHORTEN_ABOVE } from './layers.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 8192

let site: VolumeSite
let daemon: StorageDaemon
let volumeId: string

/** A volume that QEMU has open, as a running machine has. */
beforeEach(async () => {
  site = await VolumeSite.open((folder) => (daemon = new StorageDaemon(folder)))
  volumeId = await site.disk()
  await site.volumes.withChains([volumeId], ([chain]) => daemon.begin(volumeId, chain!))
})
afterEach(async () => {
  await daemon.end('SIGKILL')
  await site.dispose()
})

const firstByte = async (id: string, offset = 0): Promise<number> => (await site.volumes.read(id, offset, BLOCK))[0]!
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))

/** Writes and takes snapshots: each has one more block. Returns their ids. */
async function snapshots(count: number): Promise<string[]> {
  const taken = []
  for (let number = 1; number <= count; number++) {
    await daemon.guest(`write -P ${number} ${number * BLOCK} ${BLOCK}`)
    taken.push(await site.snapshot(volumeId))
  }
  return taken
}

const RESTING: Record<string, (snapshotId: string) => Promise<string>> = {
  'a disk of its snapshot': async (id) => site.disk({ kind: 'snapshot', id }),
  'a disk of an image of it': async (snapshotId) => {
    const image = { ...imageSpec(snapshotId), id: newId() }
    await site.volumes.ensureImage(image)
    return site.disk({ kind: 'image', id: image.id })
  },
}

describe.each(Object.entries(RESTING))('a layer on which %s rests', (_, make) => {
  test('is not filled by the machine of another, but copied for what rests on it', async () => {
    const { flatten } = daemon
    // A copy of a disk so large that it is never over.
    daemon.flatten = (_, { signal }) => abortable(new Promise(() => {}), signal)
    const taken = await snapshots(SHORTEN_ABOVE + 1)
    const other = await make(taken.at(-1)!)
    const filled: { layer: string; rested: string[] }[] = []
    daemon.flatten = async (id, copy) => {
      filled.push({ layer: basename(copy.chain[copy.at]!.path), rested: await site.chainOf(other) })
      await flatten.call(daemon, id, copy)
    }
    // Ends what hangs.
    await site.volumes.withChains([volumeId], async () => {})
    await expect.poll(() => site.chainOf(other)).toHaveLength(2)
    await expect.poll(async () => (await site.chainOf(volumeId)).length).toBeLessThanOrEqual(SHORTEN_ABOVE)
    for (const { layer, rested } of filled) expect(rested).not.toContain(layer)
    expect(await firstByte(other, (SHORTEN_ABOVE + 1) * BLOCK)).toBe(SHORTEN_ABOVE + 1)
    await daemon.end('SIGKILL')
    for (const [at, id] of taken.entries())
      expect([await firstByte(id, (at + 1) * BLOCK), await firstByte(id, (at + 2) * BLOCK)]).toEqual([at + 1, 0])
    expect(site.problems).toEqual([])
  })

  test('is not merged by the machine of another', async () => {
    const { merge } = daemon
    let merges = 0
    daemon.merge = async (id, copy) => {
      merges++
      await merge.call(daemon, id, copy)
    }
    const [one, two, three] = await snapshots(3)
    const other = await make(three!)
    await daemon.guest(`write -P 9 0 ${BLOCK}`)
    await site.volumes.deleteSnapshot(one!)
    await site.volumes.deleteSnapshot(two!)
    await site.volumes.withChains([volumeId], async () => {})
    await daemon.end('SIGKILL')
    expect(await layers()).toHaveLength(5)
    await site.volumes.withChains([volumeId], async () => {})
    await expect.poll(layers).toHaveLength(4)
    expect(merges).toBe(0)
    expect([await firstByte(other, BLOCK), await firstByte(other, 2 * BLOCK), await firstByte(volumeId)]).toEqual([
      1, 2, 9,
    ])
  })
})

test('a layer is not merged by the machine of a disk that was made of a snapshot of a deleted one', async () => {
  const [one, two, three] = await snapshots(3)
  const disk = await site.disk({ kind: 'snapshot', id: three! })
  await daemon.end('SIGKILL')
  await site.volumes.deleteVolume(volumeId)
  let merges = 0
  daemon.merge = async () => void merges++
  await site.volumes.withChains([disk], ([chain]) => daemon.begin(disk, chain!))
  await site.volumes.deleteSnapshot(one!)
  await site.volumes.withChains([disk], async () => {})
  await daemon.end('SIGKILL')
  expect(await layers()).toHaveLength(4)
  await site.volumes.withChains([disk], async () => {})
  await expect.poll(layers).toHaveLength(3)
  expect(merges).toBe(0)
  expect([await firstByte(two!, 2 * BLOCK), await firstByte(disk, BLOCK), await firstByte(disk, 3 * BLOCK)]).toEqual([
    2, 1, 3,
  ])
})

test('a disk does not move to a copy whose file has disappeared since others moved there', async () => {
  daemon.flatten = (_, { signal }) => abortable(new Promise(() => {}), signal)
  const taken = await snapshots(SHORTEN_ABOVE + 1)
  const other = await site.disk({ kind: 'snapshot', id: taken.at(-1)! })
  await expect.poll(() => site.chainOf(other)).toHaveLength(2)
  const copy = (await site.chainOf(other))[1]!
  await rm(join(site.folder, 'layers', copy))
  const isReadable = () =>
    site.volumes.read(other, 0, BLOCK).then(
      () => true,
      () => false,
    )
  await expect.poll(isReadable).toBe(false)
  await daemon.end('SIGKILL')
  // Ends what hangs.
  await site.volumes.withChains([volumeId], async () => {})
  // Its newest layer is merged then: the snapshots went with the copy that is lost.
  await expect.poll(() => site.chainOf(volumeId)).toHaveLength(1)
  expect(await site.chainOf(volumeId)).not.toContain(copy)
  for (let number = 1; number <= SHORTEN_ABOVE + 1; number++)
    expect(await firstByte(volumeId, number * BLOCK)).toBe(number)
})

test('what a machine fails to forget is reported, and other disks are deleted', async () => {
  daemon.forgetLayers = () => Promise.reject(new Error('EIO: i/o error'))
  const other = await site.disk()
  await site.volumes.deleteVolume(other)
  expect((await site.volumes.list()).volumes).toEqual([volumeId])
  expect(site.problems).toContain('removed layers still take space, as links to them remain: EIO: i/o error')
})

test('what a machine does not forget as the platform closes is no problem', async () => {
  const [asked, forgotten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = await site.disk()
  daemon.forgetLayers = () => {
    asked.resolve()
    return forgotten.promise
  }
  const deleted = site.volumes.deleteVolume(other).catch((error: Error) => error.message)
  await asked.promise
  const closed = site.platform.close()
  forgotten.reject(new PlatformError('transient', 'The platform is closing'))
  await closed
  expect([await deleted, site.problems]).toEqual(['The platform is closing', []])
})

describe('a layer that another machine was given', () => {
  /** By name, until the run of that machine ends. */
  const given = new Set<string>()
  beforeEach(() => {
    given.clear()
    daemon.isHeld = (layer, besides) => besides === volumeId && given.has(layer)
  })

  test('is not filled, but one above it', async () => {
    const { flatten } = daemon
    const filled: string[] = []
    daemon.flatten = async (id, copy) => {
      filled.push(basename(copy.chain[copy.at]!.path))
      await flatten.call(daemon, id, copy)
    }
    const taken = await snapshots(SHORTEN_ABOVE)
    const [newest] = await site.chainOf(volumeId)
    given.add(newest!)
    taken.push(await site.snapshot(volumeId))
    const [above] = await site.chainOf(volumeId)
    taken.push(await site.snapshot(volumeId))
    await expect.poll(() => site.chainOf(volumeId)).toHaveLength(3)
    expect(new Set(filled)).toEqual(new Set([above]))
    await daemon.end('SIGKILL')
    for (const id of taken.slice(SHORTEN_ABOVE)) expect(await firstByte(id, BLOCK)).toBe(1)
    expect(site.problems).toEqual([])
  })

  test('is merged when the run of that machine has ended', async () => {
    const [one, two] = await snapshots(2)
    given.add((await site.chainOf(volumeId)).at(-1)!)
    await site.volumes.deleteSnapshot(one!)
    await site.mergesAnother()
    expect(await site.chainOf(volumeId)).toHaveLength(3)
    given.clear()
    await site.mergesAnother()
    expect(await site.chainOf(volumeId)).toHaveLength(2)
    expect([await firstByte(two!, BLOCK), await firstByte(two!, 2 * BLOCK)]).toEqual([1, 2])
  })
})
