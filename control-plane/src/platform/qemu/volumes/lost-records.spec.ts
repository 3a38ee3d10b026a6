import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NOTHING, volumeSpec } from '../../conformance/declared.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 65_536
const ANY = 'No layer is removed or merged that these may need'
const NAMED = 'Layers are kept that these may need'

let site: VolumeSite
beforeEach(async () => void (site = await VolumeSite.open()))
afterEach(() => site.dispose())

const write = (id: string, byte: number, block: number): Promise<void> =>
  site.io(id, `write -P ${byte} ${block * BLOCK} ${BLOCK}`)
const bytesOf = (id: string): Promise<number[]> =>
  Promise.all([0, 1].map(async (block) => (await site.volumes.read(id, block * BLOCK, BLOCK))[0]!))
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))

/** Changes a file while no server runs. The next one is told of nothing that should be there. */
const whileClosed = (change: (content: string) => string) => async (path: string) => {
  await site.restart('closed')
  await writeFile(path, change(await readFile(path, 'utf8')))
  await site.volumes.restore(NOTHING)
}

/** How the record of a snapshot is lost, and the problem that shows. */
const LOSSES: Record<string, { problem: string; lose: (path: string, id: string, volumeId: string) => Promise<void> }> =
  {
    'disappears while the server runs': {
      problem: NAMED,
      async lose(path) {
        await site.volumes.restore(NOTHING)
        await rm(path)
        await expect.poll(async () => (await site.volumes.list()).snapshots).toEqual([])
      },
    },
    'is missing at the start': {
      problem: ANY,
      async lose(path, id, volumeId) {
        await site.restart('closed')
        await rm(path)
        await site.volumes.restore({ ...NOTHING, snapshots: [{ id, volumeId, sizeBytes: volumeSpec().sizeBytes }] })
      },
    },
    'is cut off': { problem: NAMED, lose: whileClosed((content) => content.slice(0, -1)) },
    'names a layer that is unknown': {
      problem: ANY,
      lose: whileClosed((content) => content.replace(/....\.raw/, '~')),
    },
    'is of another version': {
      problem: ANY,
      lose: whileClosed((content) => content.replace('"version":1', '"version":2')),
    },
    'is empty': { problem: ANY, lose: whileClosed(() => '') },
  }

describe.each(Object.entries(LOSSES))('a snapshot whose record %s', (_, { lose, problem }) => {
  let [disk, snapshot, putBack]: [string, string, () => Promise<void>] = ['', '', async () => {}]
  beforeEach(async () => {
    disk = await site.disk()
    await write(disk, 1, 0)
    snapshot = await site.snapshot(disk)
    await write(disk, 2, 1)
    const record = join(site.folder, 'snapshots', `${snapshot}.json`)
    const content = await readFile(record, 'utf8')
    await lose(record, snapshot, disk)
    putBack = async () => {
      await writeFile(record, content)
      await site.volumes.list()
    }
  })

  test('is as it was when the record is back, though its disk is deleted, and shows until then', async () => {
    const shown = `${problem}: ${join(site.folder, 'snapshots', snapshot)}.json (It`
    await expect.poll(() => site.volumes.problem).toContain(shown)
    expect(site.problems).toEqual([site.volumes.problem])
    await site.volumes.deleteVolume(disk)
    await putBack()
    expect(await bytesOf(snapshot)).toEqual([1, 0])
    expect(site.volumes.problem).toBeUndefined()
    await site.volumes.deleteSnapshot(snapshot)
    expect(await layers()).toEqual([])
  })

  test('is as it was when the record is back, and not merged with its disk', async () => {
    await site.volumes.withChains([disk], async () => {})
    await putBack()
    // A merge that was found before ends before this one.
    await site.mergesAnother()
    expect([await bytesOf(snapshot), await bytesOf(disk)]).toEqual([
      [1, 0],
      [1, 2],
    ])
  })

  test('can be deleted, which leaves nothing', async () => {
    await site.volumes.deleteSnapshot(snapshot)
    expect(site.volumes.problem).toBeUndefined()
    await expect.poll(layers).toHaveLength(1)
    expect(await bytesOf(disk)).toEqual([1, 2])
    await site.volumes.deleteVolume(disk)
    expect(await layers()).toEqual([])
  })
})

test('a disk whose record cannot be read keeps its bytes when another is deleted whose base is lost', async () => {
  const [disk, source] = [await site.disk(), await site.disk()]
  await write(disk, 1, 0)
  const other = await site.disk({ kind: 'snapshot', id: await site.snapshot(source) })
  const record = join(site.folder, 'volumes', `${disk}.json`)
  const base = `${basename(await site.volumes.newestFile(other))}.json`
  await site.restart('closed')
  await rm(join(site.folder, 'bases', base))
  await rename(record, `${record}.away`)
  await writeFile(record, '')
  await site.volumes.restore(NOTHING)
  await site.volumes.deleteVolume(other)
  expect(site.volumes.problem).toContain(record)
  await rename(`${record}.away`, record)
  await site.volumes.list()
  expect(await bytesOf(disk)).toEqual([1, 0])
})
