import { describe, expect } from 'vitest'
import type { Inventory, UninitializedSledHardware } from '../interface/hardware.ts'
import { PlatformError } from '../interface/platform-error.ts'
import { type Bed, onSite, rejects } from './bed.ts'
import { newId, release } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const CALLERS = 32

/** How much a host can store also depends on what else is on its file system. */
const withoutStorage = ({ sleds, ...rest }: Inventory) => ({
  ...rest,
  sleds: sleds.map(({ storageBytes: _, freeStorageBytes: __, ...sled }) => sled),
})

/** The inventory, added sleds and releases. */
export function describeHardware(under: PlatformUnderTest): void {
  const test = onSite(under)
  /** Defines a test of releases, for a platform that installs them. */
  const updating = (name: string, body: (bed: Bed) => Promise<void>) =>
    test(name, async (bed) => {
      if (bed.platform.capabilities.updates) await body(bed)
    })

  describe('the inventory', () => {
    test('refers to what it lists, with ids that occur once', async (bed) => {
      const { racks, sleds, physicalDisks, switches, uninitializedSleds } = await bed.platform.hardware.inventory()
      const all = [...racks, ...sleds, ...physicalDisks, ...switches].map(({ id }) => id)
      expect(new Set(all).size).toBe(all.length)
      const [rackIds, sledIds] = [racks.map(({ id }) => id), sleds.map(({ id }) => id)]
      for (const { rackId } of [...sleds, ...switches, ...uninitializedSleds]) expect(rackIds).toContain(rackId)
      for (const { sledId } of physicalDisks) expect(sledIds).toContain(sledId)
      const serials = [...sleds, ...switches, ...uninitializedSleds].map(
        ({ baseboard: { part, serial } }) => `${part} ${serial}`,
      )
      expect(new Set(serials).size).toBe(serials.length)
      for (const { hardwareThreads, memoryBytes, storageBytes, freeStorageBytes, cubby } of sleds) {
        expect(hardwareThreads).toBeGreaterThan(0)
        expect(memoryBytes).toBeGreaterThan(0)
        if (storageBytes !== undefined) expect(storageBytes).toBeGreaterThan(0)
        if (freeStorageBytes !== undefined) expect(freeStorageBytes).toBeGreaterThanOrEqual(0)
        expect(cubby).toBeGreaterThanOrEqual(0)
      }
    })

    test('is the same after the end of the process', async (bed) => {
      const before = withoutStorage(await bed.platform.hardware.inventory())
      await bed.restart('killed')
      expect(withoutStorage(await bed.platform.hardware.inventory())).toEqual(before)
      expect(bed.events).toEqual([])
    })

    test('has a sled that can run machines', async (bed) => {
      expect(await bed.reachableSledIds()).not.toEqual([])
    })
  })

  describe('a sled that is cut off', () => {
    const isolated = (name: string, body: (bed: Bed, sledId: string, reconnect: () => unknown) => Promise<void>) =>
      test(name, async (bed) => {
        const { isolateSled } = bed.site.controls
        if (!isolateSled) return
        const sledId = (await bed.reachableSledIds()).at(-1)!
        await body(bed, sledId, await isolateSled(sledId))
      })
    const reachable = async ({ platform }: Bed, id: string) =>
      (await platform.hardware.inventory()).sleds.find((sled) => sled.id === id)?.reachable

    isolated(
      'is reported, stays in the inventory, and is reported again when it is back',
      async (bed, id, reconnect) => {
        await bed.event('sled-unreachable', id)
        expect(await reachable(bed, id)).toBe(false)
        await reconnect()
        await bed.event('sled-reachable', id)
        expect(await reachable(bed, id)).toBe(true)
        expect(bed.eventsOf(id)).toHaveLength(2)
      },
    )

    isolated('takes no release until it is back', async (bed, id, reconnect) => {
      if (!bed.platform.capabilities.updates) return
      await rejects(bed.platform.hardware.ensureRelease(id, release('3.0.0')), 'transient')
      await reconnect()
      await bed.event('sled-reachable', id)
      await bed.platform.hardware.ensureRelease(id, release('3.0.0'))
    })
  })

  test('a failed disk is reported once, and is expunged', async (bed) => {
    const { breakPhysicalDisk } = bed.site.controls
    const [disk] = (await bed.platform.hardware.inventory()).physicalDisks
    if (!breakPhysicalDisk || !disk) return
    await breakPhysicalDisk(disk.id)
    expect(await bed.event('physical-disk-failed', disk.id)).toMatchObject({ sledId: disk.sledId })
    const { physicalDisks } = await bed.platform.hardware.inventory()
    expect(physicalDisks.find(({ id }) => id === disk.id)?.expunged).toBe(true)
    expect(bed.eventsOf(disk.id)).toHaveLength(1)
  })

  describe('a sled to add', () => {
    const withSled = (name: string, body: (bed: Bed, seen: UninitializedSledHardware) => Promise<void>) =>
      test(name, async (bed) => {
        const [seen] = (await bed.platform.hardware.inventory()).uninitializedSleds
        if (seen) await body(bed, seen)
      })

    withSled(
      'is in service under its id once its call resolves, with its disks, and reported once',
      async (bed, seen) => {
        const id = newId()
        const added = await bed.platform.hardware.ensureSled(id, seen.baseboard)
        const { rackId, cubby, baseboard } = seen
        expect(added).toMatchObject({ id, rackId, cubby, baseboard, expunged: false, reachable: true })
        const { sleds, physicalDisks } = await bed.platform.hardware.inventory()
        expect(sleds.find((sled) => sled.id === id)).toMatchObject(added)
        expect(physicalDisks.filter(({ sledId }) => sledId === id)).not.toEqual([])
        expect((await bed.event('sled-added', id)).sled).toEqual(added)
        expect(bed.events).toHaveLength(1)
        const spec = { ...(await bed.machineSpec()), sledId: id }
        expect(await bed.platform.instances.start(spec)).toMatchObject({ sledId: id })
      },
    )

    withSled(`has one id, also when ${CALLERS} callers give it ${CALLERS}`, async (bed, seen) => {
      const ids = Array.from({ length: CALLERS }, newId)
      const results = await Promise.allSettled(ids.map((id) => bed.platform.hardware.ensureSled(id, seen.baseboard)))
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(CALLERS - 1)
      for (const { reason } of refused) await rejects(Promise.reject(reason), 'gone')
      const { sleds } = await bed.platform.hardware.inventory()
      expect(sleds.filter(({ id }) => ids.includes(id))).toHaveLength(1)
    })

    withSled('keeps its id after the end of the process', async (bed, seen) => {
      const id = newId()
      const added = await bed.platform.hardware.ensureSled(id, seen.baseboard)
      bed.desired = { ...bed.desired, addedSleds: [{ id, ...seen.baseboard }] }
      await bed.restart('killed')
      const { sleds, uninitializedSleds } = await bed.platform.hardware.inventory()
      expect(sleds.find((sled) => sled.id === id)).toMatchObject(added)
      expect(uninitializedSleds).not.toContainEqual(seen)
      expect(await bed.platform.hardware.ensureSled(id, seen.baseboard)).toEqual(added)
    })
  })

  updating('a release leaves the machines of its sled running', async (bed) => {
    const { spec, running } = await bed.machine()
    await bed.platform.hardware.ensureRelease(spec.sledId, release('4.0.0'))
    expect(await bed.listed(spec.id)).toMatchObject([running])
    expect(bed.events).toEqual([])
  })

  updating('a release whose artifact cannot be read is not installed, by a platform that reads it', async (bed) => {
    let reads = 0
    const unreadable = release('5.0.0', () => {
      reads++
      throw new PlatformError('transient', 'The release is not on this server')
    })
    const [sledId] = await bed.reachableSledIds()
    const installed = await Promise.allSettled([bed.platform.hardware.ensureRelease(sledId!, unreadable)])
    if (reads) await rejects(Promise.reject((installed[0] as PromiseRejectedResult).reason), 'transient')
    await bed.platform.hardware.ensureRelease(sledId!, release('5.0.0'))
  })

  updating('a release is for switches too', async (bed) => {
    const { switches } = await bed.platform.hardware.inventory()
    await Promise.all(switches.map(({ id }) => bed.platform.hardware.ensureRelease(id, release('4.0.0'))))
    expect(bed.events).toEqual([])
  })
}
