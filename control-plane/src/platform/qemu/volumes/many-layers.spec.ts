import { open, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, volumeSpec } from '../../conformance/declared.ts'
import { emptyOverlay } from './overlay.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const DISKS = 5000
const HEADER_BYTES = 4096

let site: VolumeSite
// In memory: to make so many files durable takes a disk minutes.
beforeEach(async () => void (site = await VolumeSite.open(undefined, undefined, '/dev/shm')))
afterEach(() => site.dispose())

/** Makes files as the driver does, which would take long. */
async function disksOf(base: string, sizeBytes: number): Promise<string[]> {
  const overlay = emptyOverlay({ name: base, format: 'raw' }, sizeBytes)
  const ids = Array.from({ length: DISKS }, newId)
  const kept = { medium: 'disk', importing: false, attachedTo: null, siloId: '', volumeId: null }
  const record = { version: 1, sizeBytes, blockSize: 512, ...kept }
  for (const id of ids) {
    const layer = `${newId()}.qcow2`
    await using file = await open(join(site.folder, 'layers', layer), 'wx')
    await file.write(overlay, 0, HEADER_BYTES, 0)
    await file.truncate(overlay.length)
    await writeFile(join(site.folder, 'bases', `${layer}.json`), JSON.stringify({ version: 1, base }))
    await writeFile(join(site.folder, 'volumes', `${id}.json`), JSON.stringify({ ...record, layer }))
  }
  return ids
}

test('a start of a machine takes no seconds because of 5,000 disks of an image', async () => {
  const source = { ...volumeSpec(), sizeBytes: 64 * 2 ** 20 }
  await site.volumes.ensureVolume(source)
  const base = basename(await site.volumes.newestFile(source.id))
  await site.volumes.ensureSnapshot({ id: newId(), volumeId: source.id })
  await site.restart('killed')
  const [id] = await disksOf(base, source.sizeBytes)
  expect(await site.chainOf(id!)).toHaveLength(2)
  const times = []
  for (let count = 0; count < 5; count++) {
    const begun = performance.now()
    await site.volumes.withChains([id!], async () => {})
    times.push(performance.now() - begun)
  }
  // The fastest: a busy machine makes single ones slow.
  expect(Math.min(...times)).toBeLessThan(500)
})
