import { beforeEach, expect, test } from 'vitest'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import { clock, instanceSpec, newSimulator, platform, timed, volumeSpec } from './simulator-fixtures.ts'
import { Simulator } from './simulator.ts'

beforeEach(newSimulator)

test('the hardware matches the specification and is the same at every start', async () => {
  const inventory = await platform.hardware.inventory()
  const again = await new Simulator({ clock, volumeStore: new MemoryVolumeStore() }).hardware.inventory()
  expect(inventory).toEqual(again)
  expect(inventory.racks).toHaveLength(1)
  expect(inventory.sleds.map((sled) => sled.expunged)).toEqual([false, false, false, false, true])
  expect(inventory.sleds[0]).toMatchObject({ hardwareThreads: 128, memoryBytes: 2 ** 40 })
  expect(inventory.uninitializedSleds).toHaveLength(1)
  const own = inventory.physicalDisks.filter((disk) => disk.sledId === inventory.sleds[0]?.id)
  expect(own.filter((disk) => disk.formFactor === 'u2')).toHaveLength(10)
  expect(own.filter((disk) => disk.formFactor === 'm2')).toHaveLength(2)
  expect(new Set(inventory.physicalDisks.map((disk) => disk.id)).size).toBe(60)
  expect(inventory.switches.map((each) => each.location)).toEqual(['switch0', 'switch1'])
  expect(inventory.switches[0]?.ports.at(-1)).toBe('qsfp31')
  for (const { id } of [...inventory.sleds, ...inventory.physicalDisks, ...inventory.switches])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('work takes the time of the specification', async () => {
  const { volumes, instances, hardware } = platform
  const takes = async (seconds: number, work: Promise<unknown>) => expect((await timed(work)).seconds).toBe(seconds)
  await takes(0.04, volumes.ensureVolume(volumeSpec('v', { kind: 'import' })))
  await takes(0.05, volumes.finalizeImport('v'))
  await takes(0.05, volumes.ensureSnapshot({ id: 's', volumeId: 'v' }))
  await takes(0.02, volumes.ensureAttached('v', 'i'))
  await takes(0.03, instances.prepare('i'))
  const spec = await instanceSpec('i', ['v'])
  await takes(3, instances.start(spec))
  await takes(3, instances.reboot('i', 'first'))
  const { sleds, uninitializedSleds } = await hardware.inventory()
  await takes(10, instances.migrate('i', sleds[1]!.id))
  await takes(3, instances.stop('i'))
  await takes(0, instances.stop('i'))
  await takes(3, instances.start(spec))
  const stopped = instances.stop('i')
  await takes(0, instances.powerOff('i'))
  await takes(0, stopped)
  await takes(3, instances.start(spec))
  await takes(3, instances.stop('i'))
  await takes(15, hardware.ensureSled('new', uninitializedSleds[0]!.baseboard))
  const disks = (await hardware.inventory()).physicalDisks.filter(({ sledId }) => sledId === 'new')
  expect(disks).toHaveLength(12)
})
