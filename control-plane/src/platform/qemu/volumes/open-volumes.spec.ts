import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, volumeSpec } from '../../conformance/declared.ts'
import { MAX_OVERLAYS } from './layers.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 8192

let site: VolumeSite
let daemon: StorageDaemon
let volumeId: string

/** A volume that QEMU has open, as a running machine has. */
beforeEach(async () => {
  site = await VolumeSite.open((folder) => (daemon = new StorageDaemon(folder)))
  const spec = volumeSpec()
  volumeId = spec.id
  await site.volumes.ensureVolume(spec)
  await begin()
})
afterEach(async () => {
  await daemon.end('SIGKILL')
  await site.dispose()
})

const begin = () => site.volumes.withChains([volumeId], ([chain]) => daemon.begin(volumeId, chain!))
const firstByte = async (id: string, offset = 0): Promise<number> => (await site.volumes.read(id, offset, BLOCK))[0]!
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))

async function snapshot(): Promise<string> {
  const id = newId()
  await site.volumes.ensureSnapshot({ id, volumeId })
  return id
}

test('a snapshot of an open volume has what was written before, and the volume what was written after', async () => {
  await daemon.guest(`write -P 1 0 ${BLOCK}`)
  const one = await snapshot()
  await daemon.guest(`write -P 2 0 ${BLOCK}`)
  const two = await snapshot()
  await daemon.guest(`write -P 3 0 ${BLOCK}`)
  expect([await firstByte(one), await firstByte(two)]).toEqual([1, 2])
  await daemon.guest(`read -P 3 0 ${BLOCK}`)
  await daemon.end('SIGKILL')
  expect(await firstByte(volumeId)).toBe(3)
  await begin()
  await daemon.guest(`read -P 3 0 ${BLOCK}`)
})

test('a snapshot that the machine refuses is not there, and the volume goes on', async () => {
  await daemon.guest(`write -P 1 0 ${BLOCK}`)
  const { continueOn } = daemon
  daemon.continueOn = () => Promise.reject(new Error('Not now'))
  const id = newId()
  await expect(site.volumes.ensureSnapshot({ id, volumeId })).rejects.toThrow('Not now')
  await expect(site.volumes.read(id, 0, 512)).rejects.toMatchObject({ kind: 'gone' })
  await daemon.guest(`write -P 2 0 ${BLOCK}`)
  daemon.continueOn = continueOn
  await site.volumes.ensureSnapshot({ id, volumeId })
  await daemon.guest(`write -P 3 0 ${BLOCK}`)
  expect(await firstByte(id)).toBe(2)
  await daemon.end('SIGKILL')
  expect(await firstByte(volumeId)).toBe(3)
})

test('a long chain is flattened while the volume is open, and what it no longer needs is removed', async () => {
  const snapshots = []
  for (let count = 1; count <= MAX_OVERLAYS + 1; count++) {
    await daemon.guest(`write -P ${count} ${count * BLOCK} ${BLOCK}`)
    snapshots.push(await snapshot())
  }
  expect(await site.volumes.withChains([volumeId], async ([chain]) => chain!.length)).toBe(2)
  for (const [at, id] of snapshots.entries()) expect(await firstByte(id, (at + 1) * BLOCK)).toBe(at + 1)
  for (const id of snapshots) await site.volumes.deleteSnapshot(id)
  // Of what is merged, the newest layer is not: it is written.
  await expect.poll(layers).toHaveLength(2)
  await daemon.guest(...snapshots.map((_, at) => `read -P ${at + 1} ${(at + 1) * BLOCK} ${BLOCK}`))
  // Without a flush by the guest: all of it is older than a snapshot.
  await daemon.end('SIGKILL')
  for (const at of snapshots.keys()) expect(await firstByte(volumeId, (at + 1) * BLOCK)).toBe(at + 1)
})
