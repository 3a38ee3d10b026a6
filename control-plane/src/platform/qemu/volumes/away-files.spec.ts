import { readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { DurableFiles } from '../../../file-system/durable-files.ts'
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
  await expect.poll(async () => (await site.volumes.list()).volumes).toEqual([])
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
