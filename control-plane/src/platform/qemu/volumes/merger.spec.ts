import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { volumeSpec } from '../../conformance/declared.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 65_536
const SIZE = volumeSpec().sizeBytes

let site: VolumeSite
let daemon: StorageDaemon
beforeEach(async () => {
  site = await VolumeSite.open((folder) => (daemon = new StorageDaemon(folder)))
})
afterEach(async () => {
  await daemon.end('SIGKILL')
  await site.dispose()
})

const write = (id: string, byte: number, ...blocks: number[]): Promise<void> =>
  site.io(id, ...blocks.map((block) => `write -P ${byte} ${block * BLOCK} ${BLOCK}`))

/** The first bytes of the first blocks. */
const blocks = async (id: string): Promise<number[]> =>
  Promise.all([0, 1, 2, 3].map(async (block) => (await site.volumes.read(id, block * BLOCK, BLOCK))[BLOCK - 1]!))
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))
const merged = (count: number) => expect.poll(layers).toHaveLength(count)

test('what only a deleted snapshot needed is merged, and others keep their content', async () => {
  const id = await site.disk()
  const snapshots = []
  for (const number of [1, 2, 3]) {
    await write(id, number, 0, number)
    snapshots.push(await site.snapshot(id))
  }
  await write(id, 4, 0)
  expect(await layers()).toHaveLength(4)
  await site.volumes.deleteSnapshot(snapshots[1]!)
  await merged(3)
  expect(await blocks(snapshots[0]!)).toEqual([1, 1, 0, 0])
  expect(await blocks(snapshots[2]!)).toEqual([3, 1, 2, 3])
  expect(await blocks(id)).toEqual([4, 1, 2, 3])
  await site.volumes.deleteSnapshot(snapshots[0]!)
  await merged(2)
  await site.restart('killed')
  expect(await blocks(snapshots[2]!)).toEqual([3, 1, 2, 3])
  await site.volumes.deleteSnapshot(snapshots[2]!)
  await merged(1)
  expect(await blocks(id)).toEqual([4, 1, 2, 3])
  await write(id, 5, 3)
  expect(await blocks(id)).toEqual([4, 1, 2, 5])
})

test('what a copy still needs is left as it is', async () => {
  const id = await site.disk()
  await write(id, 1, 0)
  const one = await site.snapshot(id)
  const copy = await site.disk({ kind: 'snapshot', id: one })
  await write(id, 2, 0)
  await write(copy, 3, 1)
  await site.volumes.deleteSnapshot(one)
  const two = await site.snapshot(id)
  expect(await layers()).toHaveLength(4)
  await site.volumes.deleteVolume(copy)
  await merged(2)
  expect(await Promise.all([id, two].map(blocks))).toEqual([
    [2, 0, 0, 0],
    [2, 0, 0, 0],
  ])
})

test('a rotation of snapshots of an open volume keeps its chain and its space small', async () => {
  const id = await site.disk()
  const open = () => site.volumes.withChains([id], ([chain]) => daemon.begin(id, chain!))
  await open()
  const snapshots: string[] = []
  for (let number = 1; number <= 20; number++) {
    await daemon.guest(`write -P ${number} 0 ${BLOCK}`, `write -P ${number} ${number * BLOCK} ${BLOCK}`, 'flush')
    snapshots.push(await site.snapshot(id))
    if (snapshots.length > 2) await site.volumes.deleteSnapshot(snapshots.shift()!)
    await merged(Math.min(number + 1, 4) - (number > 2 ? 1 : 0))
  }
  expect(await blocks(snapshots[0]!)).toEqual([19, 1, 2, 3])
  expect(await blocks(snapshots[1]!)).toEqual([20, 1, 2, 3])
  const sizes = await Promise.all(
    (await layers()).map(async (name) => (await stat(join(site.folder, 'layers', name))).blocks),
  )
  expect(sizes.reduce((sum, size) => sum + size * 512, 0)).toBeLessThan(60 * BLOCK)
  await daemon.end('SIGKILL')
  expect(await blocks(id)).toEqual([20, 1, 2, 3])
  await open()
  await daemon.guest(`read -P 20 0 ${BLOCK}`, `read -P 7 ${7 * BLOCK} ${BLOCK}`)
})

test('a snapshot, and QEMU that opens a volume, do not wait for a merge', async () => {
  const id = await site.disk()
  await site.io(id, `write -P 1 0 ${SIZE}`)
  const one = await site.snapshot(id)
  await site.io(id, `write -P 2 0 ${SIZE}`)
  const two = await site.snapshot(id)
  await site.volumes.deleteSnapshot(one)
  await site.volumes.withChains([id], ([chain]) => daemon.begin(id, chain!))
  await daemon.guest(`write -P 3 0 ${BLOCK}`, 'flush')
  const three = await site.snapshot(id)
  await daemon.guest(`write -P 4 0 ${BLOCK}`, 'flush')
  const four = await site.snapshot(id)
  await merged(4)
  expect(await Promise.all([two, three, four].map(blocks))).toEqual([
    [2, 2, 2, 2],
    [3, 2, 2, 2],
    [4, 2, 2, 2],
  ])
})
