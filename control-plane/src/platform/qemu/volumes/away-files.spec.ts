import { readdir, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DurableFiles } from '../../../file-system/durable-files.ts'
import { NOTHING } from '../../conformance/declared.ts'
import { Converter } from './convert.ts'
import { SHORTEN_ABOVE } from './layers.ts'
import { NONE_OPEN } from './open-volumes.ts'
import { Shortener } from './shortener.ts'
import { Stored } from './stored.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 65_536
/** More than jobs that end ask for. */
const ENDLESS = 100

/** Comes before each change of a file by the server. */
let gate: () => Promise<void> | void
/** How often the server looked for what nothing needs. */
let collections: number
let site: VolumeSite
beforeEach(async () => {
  gate = () => {}
  collections = 0
  const forgetLayers = async () => {
    // Lets timers run in a loop that would otherwise never end.
    if (++collections > ENDLESS) await setImmediate()
  }
  site = await VolumeSite.open(
    () => ({ ...NONE_OPEN, forgetLayers }),
    () => gate(),
  )
})
afterEach(() => site.dispose())

const write = (id: string, byte: number, block: number): Promise<void> =>
  site.io(id, `write -P ${byte} ${block * BLOCK} ${BLOCK}`)
const byteOf = async (id: string, block: number): Promise<number> =>
  (await site.volumes.read(id, block * BLOCK, BLOCK))[0]!
const bytesOf = (id: string): Promise<number[]> => Promise.all([0, 1, 2].map((block) => byteOf(id, block)))
const areListed = (...ids: string[]) => expect.poll(async () => (await site.volumes.list()).volumes).toEqual(ids)
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))
const never = () => new Promise<never>(() => {})

/** Moves a file away. Returns what puts it back. */
async function away(path: string): Promise<() => Promise<void>> {
  await rename(path, `${path}.away`)
  return () => rename(`${path}.away`, path)
}

test('a disk whose newest layer goes away while those below are copied moves to the copy when it is back', async () => {
  const id = await site.disk()
  const snapshots: string[] = []
  for (let number = 1; number <= SHORTEN_ABOVE + 1; number++) {
    await write(id, number, number)
    snapshots.push(await site.snapshot(id))
  }
  const [copied, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  gate = async () => {
    copied.resolve()
    await released.promise
  }
  await copied.promise
  const record = join(site.folder, 'snapshots', `${snapshots.at(-1)}.json`)
  const before = await readFile(record, 'utf8')
  const putBack = await away(await site.volumes.newestFile(id))
  await areListed()
  gate = () => {}
  released.resolve()
  await expect.poll(() => readFile(record, 'utf8')).not.toBe(before)
  // Other disks are served meanwhile.
  await site.mergesAnother()
  expect(collections).toBeLessThan(ENDLESS)
  expect(site.volumes.problem).toBeUndefined()

  await putBack()
  expect((await site.volumes.list()).volumes).toContain(id)
  await site.volumes.withChains([id], async () => {})
  await expect.poll(() => site.chainOf(id)).toHaveLength(2)
  for (const number of snapshots.keys()) expect(await byteOf(id, number + 1)).toBe(number + 1)
  expect(site.problems).toEqual([])
})

test('no chain is copied for a disk whose newest layer is away', async () => {
  const id = await site.disk()
  for (let number = 1; number <= SHORTEN_ABOVE + 1; number++) {
    await write(id, number, number)
    await site.snapshot(id)
  }
  // Before the copy is complete.
  gate = never
  const newest = await site.volumes.newestFile(id)
  await site.restart('killed')
  const [open, files] = [NONE_OPEN, new DurableFiles()]
  const stored = new Stored({ folder: site.folder, files, open, emit: () => {}, report: () => {} })
  onTestFinished(() => stored.close())
  await stored.load()
  const signal = new AbortController().signal
  const converter = new Converter({ user: undefined }, async () => {}, signal)
  const parts = { stored, open, files, converter, requireRoom: async () => {}, enqueue: never, copies: new Map() }
  const found = () => [...new Shortener(parts).find()].length
  expect(found()).toBe(1)
  await away(newest)
  await expect.poll(() => stored.layers.has(basename(newest))).toBe(false)
  expect(found()).toBe(0)
})

/** What may happen while a file is away, after which the server knows of it only what other files say. */
const MEANWHILE = {
  'the server runs on': async () => {},
  'the server restarts': async () => {
    await site.restart('killed')
    await site.volumes.restore(NOTHING)
  },
}

describe.each(Object.entries(MEANWHILE))('while a layer is away and %s', (_, meanwhile) => {
  /** Two disks of a snapshot that is deleted. Each has its own cluster, and reads the others from what they share. */
  let [disk, other, putBack]: [string, string, () => Promise<void>] = ['', '', async () => {}]
  beforeEach(async () => {
    const source = await site.disk()
    await write(source, 1, 0)
    const id = await site.snapshot(source)
    ;[disk, other] = [await site.disk({ kind: 'snapshot', id }), await site.disk({ kind: 'snapshot', id })]
    await write(disk, 2, 1)
    await write(other, 3, 2)
    await site.volumes.deleteVolume(source)
    putBack = await away(await site.volumes.newestFile(disk))
    await areListed(other)
    await meanwhile()
    await site.volumes.deleteSnapshot(id)
  })

  /** Puts the file back, and deletes the last disk. */
  async function isWhole(): Promise<void> {
    await putBack()
    expect((await site.volumes.list()).volumes).toContain(disk)
    expect(await bytesOf(disk)).toEqual([1, 2, 0])
    await site.volumes.deleteVolume(disk)
  }

  test('what it needs stays when others that need it are deleted', async () => {
    await site.volumes.deleteVolume(other)
    await isWhole()
    expect(await layers()).toEqual([])
  })

  test('nothing is merged into what it needs', async () => {
    await site.mergesAnother()
    await isWhole()
    expect(await bytesOf(other)).toEqual([1, 0, 3])
  })

  test('all is removed when its disk is deleted', async () => {
    await site.volumes.deleteVolume(disk)
    await site.volumes.deleteVolume(other)
    const left = async () => [...(await layers()), ...(await readdir(join(site.folder, 'bases')))]
    // A merge may have begun.
    await expect.poll(left).toEqual([expect.stringMatching(/\.away$/)])
  })
})

test('while a layer and its recorded base are away, nothing is removed or merged that could be its base', async () => {
  const source = await site.disk()
  await write(source, 1, 0)
  const id = await site.snapshot(source)
  const [disk, other] = [await site.disk({ kind: 'snapshot', id }), await site.disk({ kind: 'snapshot', id })]
  await write(disk, 2, 1)
  await write(other, 3, 2)
  await site.volumes.deleteVolume(source)
  const layer = await site.volumes.newestFile(disk)
  await site.restart('closed')
  const putBack = await Promise.all([away(layer), away(join(site.folder, 'bases', `${basename(layer)}.json`))])
  await site.volumes.restore(NOTHING)
  await site.volumes.deleteSnapshot(id)
  // A job that was found would run before this one.
  await site.volumes.withChains([other], async () => {})
  expect(await site.chainOf(other)).toHaveLength(2)
  await site.volumes.deleteVolume(other)
  for (const put of putBack) await put()
  expect((await site.volumes.list()).volumes).toEqual([disk])
  expect(await bytesOf(disk)).toEqual([1, 2, 0])
  await site.volumes.deleteVolume(disk)
  expect(await layers()).toEqual([])
})

test('an overlay whose base was changed before a crash finds the new one, whenever it is back', async () => {
  const id = await site.disk()
  let last = ''
  for (let number = 1; number <= SHORTEN_ABOVE + 1; number++) {
    await write(id, number, number)
    last = await site.snapshot(id)
  }
  const changed = Promise.withResolvers<void>()
  gate = async () => {
    if ((await site.chainOf(id)).length > 2) return
    // Its header says so already, what the server has recorded does not.
    changed.resolve()
    await never()
  }
  await changed.promise
  const newest = await site.volumes.newestFile(id)
  gate = () => {}
  await site.restart('killed')
  const putBack = await away(newest)
  await site.volumes.restore(NOTHING)
  await site.volumes.deleteSnapshot(last)
  await putBack()
  expect((await site.volumes.list()).volumes).toEqual([id])
  expect(await byteOf(id, SHORTEN_ABOVE)).toBe(SHORTEN_ABOVE)
})
