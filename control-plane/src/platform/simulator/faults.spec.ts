import { beforeEach, expect, test } from 'vitest'
import { LEASE_MS } from '../interface/instances.ts'
import {
  clock,
  events,
  instanceSpec,
  listed,
  newSimulator,
  platform,
  run,
  timed,
  volumeSpec,
} from './simulator-fixtures.ts'

beforeEach(newSimulator)

test('faults fail, migrate and repair a running instance after their delay', async () => {
  const spec = await instanceSpec('i')
  const { runId } = await run(platform.instances.start(spec))
  platform.faults.inject({ kind: 'instance_migrate', target: 'i', after: 5 })
  await clock.advance(4999)
  expect(events).toEqual([])
  await clock.advance(1)
  expect(events).toMatchObject([{ kind: 'instance-must-move', instanceId: 'i', runId }])
  platform.faults.inject({ kind: 'instance_repair', target: '*' })
  expect(await listed()).toMatchObject([{ repairing: true }])
  await clock.advance(10_000)
  expect(await listed()).toMatchObject([{ repairing: false }])
  platform.faults.inject({ kind: 'instance_repair', target: '*' })
  platform.faults.inject({ kind: 'instance_fail', target: 'i', after: 2 })
  await clock.advance(20_000)
  expect(events.slice(1).map((event) => event.kind)).toEqual([
    'instance-repairing',
    'instance-repaired',
    'instance-repairing',
    'instance-failed',
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  await run(platform.instances.start(spec))
})

test('faults end after their duration or by request', async () => {
  const spec = await instanceSpec('i')
  platform.faults.inject({ kind: 'start_fail', target: 'i', for: 10 })
  const lasting = platform.faults.inject({ kind: 'snapshot_fail', target: 'v' })
  await expect(run(platform.instances.start(spec))).rejects.toMatchObject({ kind: 'permanent' })
  await clock.advance(10_000)
  await run(platform.instances.start(spec))
  await run(platform.volumes.ensureVolume(volumeSpec('v')))
  const snapshot = () => run(platform.volumes.ensureSnapshot({ id: 's', volumeId: 'v' }))
  await expect(snapshot()).rejects.toMatchObject({ kind: 'permanent' })
  expect(platform.faults.list()).toEqual([lasting])
  expect(platform.faults.end(lasting.id)).toBe(true)
  expect(platform.faults.end(lasting.id)).toBe(false)
  await snapshot()
})

test('machines of an unreachable sled end with their leases, and start nowhere else before', async () => {
  const spec = await instanceSpec('i')
  const { runId } = await run(platform.instances.start(spec))
  await clock.advance(25_000)
  const leaseExpires = (await listed())[0]!.leaseExpires
  expect(leaseExpires.getTime() - clock.now().getTime()).toBe(LEASE_MS - 5_000)
  const [, other] = (await platform.hardware.inventory()).sleds
  platform.faults.inject({ kind: 'sled_unreachable', target: spec.sledId, for: 60 })
  expect(events).toMatchObject([{ kind: 'sled-unreachable' }])
  expect(await listed()).toEqual([])
  const elsewhere = { ...spec, sledId: other!.id }
  const { instances } = platform
  const calls: (() => Promise<unknown>)[] = [
    () => instances.start(elsewhere),
    () => instances.start(spec),
    () => instances.stop('i'),
    () => instances.stopRun('i', runId),
    () => instances.reboot('i', 'r'),
    () => instances.migrate('i', other!.id),
    () => instances.release('i'),
    () => instances.serial.open('i', { mostRecent: 0 }),
  ]
  for (const call of calls) await expect(run(call())).rejects.toMatchObject({ kind: 'transient' })
  await clock.advance(LEASE_MS - 5_001)
  expect(events).toHaveLength(1)
  await clock.advance(1)
  expect(events[1]).toMatchObject({ kind: 'instance-failed', instanceId: 'i', runId })
  expect((await run(instances.start(elsewhere))).runId).not.toBe(runId)
  await run(instances.stop('i'))
  expect(events.at(-1)).toMatchObject({ kind: 'sled-reachable', sledId: spec.sledId })
  await run(platform.instances.start(spec))
})

test('a machine whose sled is reachable again before its lease is over runs on', async () => {
  const spec = await instanceSpec('i')
  const { runId } = await run(platform.instances.start(spec))
  platform.faults.inject({ kind: 'sled_unreachable', target: spec.sledId, for: 30 })
  await clock.advance(LEASE_MS * 3)
  expect(events.map(({ kind }) => kind)).toEqual(['sled-unreachable', 'sled-reachable'])
  const { runId: after, leaseExpires } = (await listed())[0]!
  expect(after).toBe(runId)
  expect(leaseExpires.getTime()).toBeGreaterThan(clock.now().getTime())
  // It wrote a line a minute, also while its sled was unreachable.
  const { bytes } = await platform.instances.serial.history('i', { fromStart: 0 })
  expect(new TextDecoder().decode(bytes).match(/all is well/g)).toHaveLength(3)
})

test('a sled with two faults is reachable when both have ended', async () => {
  const { sledId } = await instanceSpec('i')
  const reachable = async () => (await platform.hardware.inventory()).sleds.find(({ id }) => id === sledId)?.reachable
  platform.faults.inject({ kind: 'sled_unreachable', target: sledId, for: 60 })
  const other = platform.faults.inject({ kind: 'sled_unreachable', target: '*' })
  await clock.advance(60_000)
  expect(await reachable()).toBe(false)
  platform.faults.end(other.id)
  expect(await reachable()).toBe(true)
  expect(events.filter((event) => 'sledId' in event && event.sledId === sledId)).toHaveLength(2)
})

test('faults apply to volumes, physical disks, calls and saga steps', async () => {
  await run(platform.volumes.ensureVolume(volumeSpec('v', { kind: 'import' })))
  platform.faults.inject({ kind: 'disk_fault', target: 'v' })
  await expect(platform.volumes.write('v', 0, 0, new Uint8Array(512))).rejects.toMatchObject({ kind: 'permanent' })
  const [disk] = (await platform.hardware.inventory()).physicalDisks
  platform.faults.inject({ kind: 'physical_disk_fail', target: disk?.id ?? '' })
  expect(events).toMatchObject([
    { kind: 'volume-faulted', volumeId: 'v', reason: 'Fault by request' },
    { kind: 'physical-disk-failed', physicalDiskId: disk?.id, sledId: disk?.sledId },
  ])
  platform.faults.inject({ kind: 'latency', target: '*' })
  expect((await timed(platform.volumes.ensureVolume(volumeSpec('w')))).seconds).toBe(2.04)
  platform.faults.inject({ kind: 'saga_step_fail', target: 'build/volume' })
  platform.faults.beforeSagaStep('build', 'other')
  expect(() => platform.faults.beforeSagaStep('build', 'volume')).toThrow('by request')
})

test('faults apply to some calls when they have a probability', () => {
  platform.faults.inject({ kind: 'saga_step_fail', target: '*', probability: 0.25 })
  let struck = 0
  for (let i = 0; i < 1000; i++)
    try {
      platform.faults.beforeSagaStep('build', 'volume')
    } catch {
      struck++
    }
  expect(struck).toBeGreaterThan(200)
  expect(struck).toBeLessThan(300)
})
