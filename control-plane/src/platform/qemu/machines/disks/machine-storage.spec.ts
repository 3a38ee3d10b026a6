import { onTestFinished, expect, test } from 'vitest'
import { systemClock } from '../../../../clock/clock.ts'
import { Work } from '../../base/work.ts'
import { QemuHardware } from '../../whole/qemu-hardware.ts'
import { MachineStorage } from './machine-storage.ts'

const MiB = 2 ** 20
const HOST = { sledId: crypto.randomUUID(), rackId: crypto.randomUUID(), part: 'part', serial: 'serial', tag: 'tag' }

test.for([
  [0, 63, 0],
  [200, 0, 192],
  [200, 1000, 1024],
  [3000, 72, 3072],
] as const)('%i MiB of layers and %i MiB that are spare are %i MiB of storage', async ([taken, spare, storage]) => {
  const work = new Work(systemClock)
  onTestFinished(() => work.close())
  const hardware = new QemuHardware(work, HOST, 'tcg', {
    spareBytes: async () => spare * MiB,
    takenBytes: async () => taken * MiB,
    isFull: () => spare === 0,
    problem: () => undefined,
  })
  const { sleds } = await hardware.inventory()
  expect(sleds).toMatchObject([{ storageBytes: storage * MiB, freeStorageBytes: spare * MiB }])
})

test('storage that was full is so until machines have room again, whatever else comes and goes', async () => {
  const work = new Work(systemClock)
  onTestFinished(() => work.close())
  const reports: boolean[] = []
  let [spare, looks] = [100 * MiB, 0]
  const volumes = {
    spareBytes: async () => {
      looks++
      return spare
    },
    keepFreeBytes: () => 80 * MiB,
    newestFile: async () => '',
  }
  const storage = new MachineStorage(
    work,
    volumes,
    () => [],
    (full) => reports.push(full),
  )
  const hardware = new QemuHardware(work, HOST, 'tcg', {
    spareBytes: async () => spare,
    takenBytes: async () => 0,
    isFull: () => storage.isFull,
    problem: () => undefined,
  })
  const free = async () => (await hardware.inventory()).sleds[0]!.freeStorageBytes
  /** A look that began after this is over when the next one begins. */
  const leave = async (bytes: number) => {
    spare = bytes
    const before = looks
    await expect.poll(() => looks).toBeGreaterThanOrEqual(before + 2)
  }

  await leave(1)
  expect([reports, await free()]).toEqual([[], 1])
  await leave(0)
  expect([reports, await free()]).toEqual([[true], 0])
  for (const bytes of [4096, -4096, 80 * MiB - 1]) {
    await leave(bytes)
    expect([reports, await free()]).toEqual([[true], 0])
  }
  await leave(80 * MiB)
  expect([reports, await free()]).toEqual([[true, false], 80 * MiB])
  await leave(4096)
  expect([reports, await free()]).toEqual([[true, false], 4096])
})
