import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import type { InstanceSpec } from '../interface/instances.ts'
import type { SampleSeries } from '../interface/samples.ts'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import { Load } from './load.ts'
import { Simulator } from './simulator.ts'

const start = new Date('2026-01-01T00:00:01.234Z')
let clock: ManualClock
let platform: Simulator
let spec: InstanceSpec
beforeEach(async () => {
  clock = new ManualClock(start)
  platform = new Simulator({ clock, volumeStore: new MemoryVolumeStore() })
  const { sleds } = await platform.hardware.inventory()
  const labels = { projectId: 'project', siloId: 'silo' }
  spec = {
    id: 'i',
    ...labels,
    sledId: sleds[0]?.id ?? '',
    hostname: 'web-1',
    ncpus: 2,
    memoryBytes: 2 ** 32,
    volumes: [{ id: 'v', name: 'boot', boot: true }],
    nics: [{ id: 'n', name: 'net0', mac: 'A8:40:25:F0:00:01', ip: '172.30.0.5', prefixLength: 22, primary: true }],
    firmware: 'auto',
    userData: new Uint8Array(),
    sshPublicKeys: [],
  }
  const made = platform.volumes.ensureVolume({
    id: 'v',
    ...labels,
    sizeBytes: 2 ** 30,
    blockSize: 4096,
    source: { kind: 'blank' },
  })
  await clock.advance(1000)
  await made
  await during(platform.instances.start(spec))
  return () => platform.close()
})

async function during<T>(call: Promise<T>): Promise<T> {
  await clock.advance(3000)
  return call
}

async function read(series: string, where = {}, from = start, to = new Date(clock.now().getTime() + 1)) {
  const query = { series, where, from, to }
  return (await platform.samples.read(query, await platform.samples.list(query))) as SampleSeries<bigint>[]
}

function neverFalls({ startTimes, values }: SampleSeries<bigint>): boolean {
  return values.every((value, i) => {
    const before = startTimes[i] === startTimes[i - 1] ? values[i - 1] : 0n
    return value >= (before ?? 0n)
  })
}

test("a virtual CPU's states sum to the wall time since its boot, at every sample", async () => {
  const bootedAt = clock.now().getTime()
  await clock.advance(2 * 3_600_000)
  for (const vcpu of [0, 1]) {
    const states = await read('virtual_machine:vcpu_usage', { vcpu_id: [vcpu] })
    expect(states.map(({ fields }) => fields['state'])).toEqual(['run', 'emulation', 'waiting', 'idle'])
    expect(states.every(neverFalls)).toBe(true)
    const times = states[0]?.timestamps ?? []
    expect(times).toHaveLength(1440)
    expect(times.every((time) => time % 5000 === 0)).toBe(true)
    const sums = times.map((_, i) => states.reduce((sum, { values }) => sum + (values[i] ?? 0n), 0n))
    expect(sums).toEqual(times.map((time) => BigInt(time - bootedAt) * 1_000_000n))
  }
})

test.each([
  'virtual_disk:bytes_read',
  'virtual_disk:writes',
  'virtual_disk:flushes',
  'instance_network_interface:bytes_sent',
  'instance_network_interface:packets_received',
])('%s rises and never falls', async (series) => {
  await clock.advance(3_600_000)
  const [found] = await read(series)
  expect(found?.values).toHaveLength(720)
  expect(found && neverFalls(found)).toBe(true)
  expect(found?.values.at(-1)).toBeGreaterThan(100n)
})

test('fields identify the resource, its project, silo and sled', async () => {
  await clock.advance(10_000)
  const [machine] = await read('virtual_machine:reset')
  expect(machine?.fields).toMatchObject({
    instance_id: 'i',
    project_id: 'project',
    silo_id: 'silo',
    sled_id: spec.sledId,
  })
  const [disk] = await read('virtual_disk:failed_reads')
  expect(disk?.fields).toMatchObject({
    attached_instance_id: 'i',
    disk_id: 'v',
    block_size: 4096,
    failure_reason: 'io_error',
  })
  const [nic] = await read('instance_network_interface:errors_sent')
  expect(nic?.fields).toEqual({ interface_id: 'n', instance_id: 'i', project_id: 'project', silo_id: 'silo' })
})

test('a load stays between idle and full for any id, from one sample to the next', () => {
  const shares: number[] = []
  for (let i = 0; i < 50; i++) {
    const load = new Load(`thing ${i}`)
    const busy = Array.from({ length: 17_281 }, (_, sample) => load.busySeconds(0, sample * 5))
    for (let sample = 1; sample < busy.length; sample++)
      shares.push(((busy[sample] ?? 0) - (busy[sample - 1] ?? 0)) / 5)
  }
  expect(shares.reduce((a, b) => Math.min(a, b))).toBeGreaterThan(0)
  // Above this the other CPU states would leave a negative idle time.
  expect(shares.reduce((a, b) => Math.max(a, b)) * 1.05).toBeLessThan(1)
})
