import { describe, expect } from 'vitest'
import { type Bed, onSite } from './bed.ts'
import { newId, vpcDocument } from './declared.ts'
import type { Losses, PlatformUnderTest } from './platform-under-test.ts'

const BYTES = Uint8Array.from({ length: 4096 }, (_, at) => 1 + (at % 251))

/** Hardware, storage and networks that disappear without a request, and the lists that find it without an event. */
export function describeLosses(under: PlatformUnderTest): void {
  const test = onSite(under)
  const losing = whereLost(under)
  describeStorageLosses(under)

  describe('a list', () => {
    test('of VPCs has those in force, until they are deleted', async (bed) => {
      const documents = Array.from({ length: 8 }, () => vpcDocument(newId(), 1))
      await Promise.all(documents.map((document) => bed.platform.networks.ensureVpc(document)))
      const ids = documents.map(({ id }) => id)
      expect((await bed.platform.networks.list()).toSorted()).toEqual(ids.toSorted())
      await bed.platform.networks.deleteVpc(ids[0]!)
      expect((await bed.platform.networks.list()).toSorted()).toEqual(ids.slice(1).toSorted())
    })
  })

  losing('vpc', 'a lost VPC is reported, and is in force again once it is declared again', async (bed, lose) => {
    const document = vpcDocument(newId(), 4)
    await bed.platform.networks.ensureVpc(document)
    await lose(document.id)
    await bed.event('vpc-lost', document.id)
    expect(await bed.platform.networks.list()).toEqual([])
    expect(await bed.site.controls.vpcInForce(document.id)).toBeUndefined()
    await bed.platform.networks.ensureVpc(document)
    expect(await bed.site.controls.vpcInForce(document.id)).toBe(4)
    expect(bed.eventsOf(document.id)).toHaveLength(1)
  })

  losing(
    'physicalDisk',
    'a physical disk that was removed is reported, and leaves the inventory',
    async (bed, lose) => {
      const [disk] = (await bed.platform.hardware.inventory()).physicalDisks
      if (!disk) return
      await lose(disk.id)
      expect(await bed.event('physical-disk-removed', disk.id)).toMatchObject({ sledId: disk.sledId })
      const { physicalDisks } = await bed.platform.hardware.inventory()
      expect(physicalDisks.map(({ id }) => id)).not.toContain(disk.id)
    },
  )

  losing(
    'sled',
    'a sled that was removed is reported, leaves with its disks, and its machines end',
    async (bed, lose) => {
      const { spec, running } = await bed.machine()
      await lose(spec.sledId)
      await bed.event('sled-removed', spec.sledId)
      const { sleds, physicalDisks } = await bed.platform.hardware.inventory()
      expect(sleds.map(({ id }) => id)).not.toContain(spec.sledId)
      expect(physicalDisks.filter(({ sledId }) => sledId === spec.sledId)).toEqual([])
      expect((await bed.platform.instances.list()).sledIds).not.toContain(spec.sledId)
      expect(await bed.event('instance-failed', spec.id)).toMatchObject({ runId: running.runId })
      const [other] = await bed.reachableSledIds()
      if (other) expect(await bed.start({ ...spec, sledId: other })).toMatchObject({ sledId: other })
    },
  )
}

/** Likewise for volumes, snapshots and images. */
export function describeStorageLosses(under: PlatformUnderTest): void {
  const test = onSite(under)
  const losing = whereLost(under)
  const stored = async ({ platform }: Bed) => {
    const { volumes, snapshots, images } = await platform.volumes.list()
    return [volumes, snapshots, images].map((ids) => ids.toSorted())
  }

  describe('a list of storage', () => {
    test('has everything there is, until it is deleted', async (bed) => {
      const [one, other] = [await bed.volume(), await bed.volumeOf(BYTES)]
      const snapshot = await bed.snapshot(other.id)
      const image = await bed.image(snapshot.id)
      const all = [[one.id, other.id].toSorted(), [snapshot.id], [image.id]]
      expect(await stored(bed)).toEqual(all)
      await bed.restart('killed')
      expect(await stored(bed)).toEqual(all)
      await bed.platform.volumes.deleteVolume(one.id)
      await bed.platform.volumes.deleteSnapshot(snapshot.id)
      await bed.platform.volumes.deleteImage(image.id)
      expect(await stored(bed)).toEqual([[other.id], [], []])
    })
  })

  describe('lost storage', () => {
    losing('storage', 'is reported once, with its kind', async (bed, lose) => {
      const volume = await bed.volumeOf(BYTES)
      const snapshot = await bed.snapshot(volume.id)
      const image = await bed.image(snapshot.id)
      for (const { id } of [volume, snapshot, image]) await lose(id)
      await bed.event('volume-faulted', volume.id)
      await bed.event('snapshot-faulted', snapshot.id)
      await bed.event('image-faulted', image.id)
      expect(bed.events).toHaveLength(3)
      for (const { id } of [volume, snapshot, image])
        await expect(bed.platform.volumes.read(id, 0, 512)).rejects.toMatchObject({
          kind: expect.stringMatching(/^(gone|permanent)$/),
        })
    })

    losing('storage', 'does not take its copies along', async (bed, lose) => {
      const volume = await bed.volumeOf(BYTES)
      const snapshot = await bed.snapshot(volume.id)
      const image = await bed.image(snapshot.id)
      await lose(volume.id)
      await lose(snapshot.id)
      await bed.event('snapshot-faulted', snapshot.id)
      expect(await bed.platform.volumes.read(image.id, 0, BYTES.length)).toEqual(BYTES)
    })
  })
}

/** Defines tests of platforms that can lose such a thing. */
const whereLost =
  (under: PlatformUnderTest) =>
  <Thing extends keyof Losses>(
    thing: Thing,
    name: string,
    body: (bed: Bed, lose: NonNullable<Losses[Thing]>) => Promise<void>,
  ) =>
    onSite(under)(name, async (bed) => {
      const lose = bed.site.controls.lose?.[thing]
      if (lose) await body(bed, lose)
    })
