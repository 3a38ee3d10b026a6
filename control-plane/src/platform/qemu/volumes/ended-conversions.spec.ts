import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rejects } from '../../conformance/bed.ts'
import { newId } from '../../conformance/declared.ts'
import { conversionsIn, SLOW_BYTES, slowImage, stoppedConversion } from './slow-conversion.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const SILO = newId()
const IMAGE = slowImage()

async function opened(): Promise<VolumeSite> {
  const site = await VolumeSite.open()
  onTestFinished(() => site.dispose())
  return site
}

async function uploaded({ volumes }: VolumeSite): Promise<string> {
  const id = newId()
  const labels = { projectId: newId(), siloId: SILO }
  await volumes.ensureVolume({ id, ...labels, sizeBytes: SLOW_BYTES, blockSize: 512, source: { kind: 'import' } })
  await volumes.write(id, 1, 0, IMAGE)
  return id
}

const layersOf = async ({ folder }: VolumeSite) => readdir(join(folder, 'layers'))

test('a deletion ends the conversion of its volume, whether it runs or waits for another, and no other', async () => {
  const site = await opened()
  const { volumes, folder } = site
  const [first, second] = [await uploaded(site), await uploaded(site)]
  const running = rejects(volumes.finalizeImport(first, undefined, 10), 'gone')
  const pid = await stoppedConversion(folder)
  const waiting = rejects(volumes.finalizeImport(second, undefined, 10), 'gone')

  await volumes.deleteVolume(second, undefined, 12)
  await waiting
  expect(conversionsIn(folder)).toEqual([pid])

  await rejects(volumes.deleteVolume(first, undefined, 8), 'outdated')
  expect(conversionsIn(folder)).toEqual([pid])

  await volumes.deleteVolume(first, undefined, 12)
  await running
  expect(conversionsIn(folder)).toEqual([])
  expect(await layersOf(site)).toEqual([])
})

test('a deletion ends the copy for a snapshot of an import, be it of the snapshot or of the import', async () => {
  const site = await opened()
  const { volumes, folder } = site
  const [other, volumeId, one, two] = [await uploaded(site), await uploaded(site), newId(), newId()]
  const converted = rejects(volumes.finalizeImport(other), 'gone')
  const pid = await stoppedConversion(folder)

  const first = rejects(volumes.ensureSnapshot({ id: one, volumeId }), 'gone')
  await volumes.deleteSnapshot(one)
  await first

  const second = rejects(volumes.ensureSnapshot({ id: two, volumeId }), 'gone')
  await volumes.deleteVolume(volumeId)
  await second

  expect(conversionsIn(folder)).toEqual([pid])
  await volumes.deleteVolume(other)
  await converted
  expect(await layersOf(site)).toEqual([])
})

test('the deletion of an image ends the conversion of its content', async () => {
  const site = await opened()
  const { volumes, folder } = site
  const id = newId()
  const open = async function* () {
    yield IMAGE
  }
  const source = { kind: 'content' as const, siloId: SILO, open }
  const made = rejects(volumes.ensureImage({ id, sizeBytes: SLOW_BYTES, blockSize: 512, source }), 'gone')
  await stoppedConversion(folder)
  await volumes.deleteImage(id)
  await made
  expect(conversionsIn(folder)).toEqual([])
  expect(await layersOf(site)).toEqual([])
})
