import { assert, beforeEach, describe, expect, test } from 'vitest'
import { MemoryVolumeStore } from './memory-volume-store.ts'
import { Simulator } from './simulator.ts'
import type { PlatformEvent } from '../platform.ts'
import { EMPTY_DESIRED_STATE } from './empty-desired-state.ts'
import {
  clock,
  events,
  GiB,
  instanceSpec,
  listed,
  newSimulator,
  platform,
  run,
  timed,
  volumeSpec,
} from './simulator-fixtures.ts'

beforeEach(newSimulator)

describe('hardware', () => {
  test('matches the specification and is the same at every start', async () => {
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

  test('an uninitialized sled is added once, in 15 s, with its disks', async () => {
    const [seen] = (await platform.hardware.inventory()).uninitializedSleds
    assert(seen)
    const both = Promise.all([
      platform.hardware.ensureSled('new', seen.baseboard),
      platform.hardware.ensureSled('new', seen.baseboard),
    ])
    expect((await timed(both)).seconds).toBe(15)
    const { sleds, uninitializedSleds, physicalDisks } = await platform.hardware.inventory()
    expect(sleds.at(-1)).toMatchObject({ id: 'new', baseboard: seen.baseboard, cubby: seen.cubby })
    expect(uninitializedSleds).toEqual([])
    expect(physicalDisks.filter((disk) => disk.sledId === 'new')).toHaveLength(12)
    expect(events).toMatchObject([{ kind: 'sled-added', sled: { id: 'new' } }])
    await expect(run(platform.hardware.ensureSled('other', seen.baseboard))).rejects.toMatchObject({ kind: 'gone' })
  })
})

describe('volumes', () => {
  test('take time to create once, and exist at once when requested again', async () => {
    expect((await timed(platform.volumes.ensureVolume(volumeSpec('v')))).seconds).toBe(0.04)
    expect((await timed(platform.volumes.ensureVolume(volumeSpec('v')))).seconds).toBe(0)
    await run(platform.volumes.deleteVolume('v'))
    await run(platform.volumes.deleteVolume('v'))
    await expect(platform.volumes.read('v', 0, 1)).rejects.toMatchObject({ kind: 'gone' })
  })

  test('an import can be read, is copied by a snapshot, and refuses writes once finalized', async () => {
    const bytes = Uint8Array.from({ length: 1024 }, (_, i) => i % 251)
    await run(platform.volumes.ensureVolume(volumeSpec('v', { kind: 'import' })))
    await platform.volumes.write('v', 0, 65_024, bytes)
    expect((await timed(platform.volumes.finalizeImport('v'))).seconds).toBe(0.05)
    await expect(platform.volumes.write('v', 0, 0, bytes)).rejects.toMatchObject({ kind: 'outdated' })
    expect((await timed(platform.volumes.ensureSnapshot({ id: 's', volumeId: 'v' }))).seconds).toBe(0.05)
    await run(
      platform.volumes.ensureImage({ id: 'i', sizeBytes: GiB, blockSize: 512, source: { kind: 'snapshot', id: 's' } }),
    )
    await run(platform.volumes.deleteVolume('v'))
    await run(platform.volumes.deleteSnapshot('s'))
    await run(platform.volumes.ensureVolume(volumeSpec('copy', { kind: 'image', id: 'i' })))
    expect(await platform.volumes.read('copy', 65_024, 1024)).toEqual(bytes)
    expect(await platform.volumes.read('copy', 64_000, 1024)).toEqual(new Uint8Array(1024))
    const orphan = platform.volumes.ensureVolume(volumeSpec('late', { kind: 'snapshot', id: 's' }))
    await expect(run(orphan)).rejects.toMatchObject({ kind: 'gone' })
  })

  test('belong to one instance at a time', async () => {
    await run(platform.volumes.ensureVolume(volumeSpec('v')))
    expect((await timed(platform.volumes.ensureAttached('v', 'a'))).seconds).toBe(0.02)
    await expect(run(platform.volumes.ensureAttached('v', 'b'))).rejects.toMatchObject({ kind: 'permanent' })
    await run(platform.volumes.ensureDetached('v', 'b'))
    await expect(run(platform.volumes.ensureAttached('v', 'b'))).rejects.toMatchObject({ kind: 'permanent' })
    await run(platform.volumes.ensureDetached('v', 'a'))
    await run(platform.volumes.ensureAttached('v', 'b'))
  })
})

test('an event that no listener has stored is passed to later listeners, a stored one is not', async () => {
  const later: PlatformEvent[] = []
  const own = new Simulator({ clock, volumeStore: new MemoryVolumeStore() })
  const [sled, other] = (await own.hardware.inventory()).sleds
  const stop = own.subscribe(() => Promise.reject(new Error('The database is away')))
  own.faults.inject({ kind: 'sled_unreachable', target: sled!.id })
  await clock.advance(0)
  stop()
  own.subscribe(async (event) => void later.push(event))
  await clock.advance(0)
  expect(later).toMatchObject([{ kind: 'sled-unreachable', sledId: sled!.id }])
  own.faults.inject({ kind: 'sled_unreachable', target: other!.id })
  await clock.advance(0)
  own.subscribe((event) => Promise.reject(new Error(`${event.kind} was passed twice`)))
  expect(later).toHaveLength(2)
  await own.close()
})

describe('instances', () => {
  test('start, reboot and stop take three seconds, also when repeated', async () => {
    const spec = await instanceSpec('i')
    expect((await timed(platform.instances.prepare('i'))).seconds).toBe(0.03)
    const starts = Promise.all([platform.instances.start(spec), platform.instances.start(spec)])
    const { value, seconds } = await timed(starts)
    expect(seconds).toBe(3)
    const running = { runId: expect.any(String), bootedAt: clock.now(), sledId: spec.sledId }
    expect(value).toEqual([running, value[0]])
    await clock.advance(10_000)
    expect((await timed(platform.instances.start(spec))).value).toEqual(value[0])
    const rebooted = await timed(platform.instances.reboot('i', 'first'))
    expect(rebooted).toEqual({ value: { ...running, bootedAt: clock.now() }, seconds: 3 })
    expect(rebooted.value.runId).not.toBe(value[0].runId)
    expect((await timed(platform.instances.reboot('i', 'first'))).seconds).toBe(0)
    expect((await timed(platform.instances.reboot('i', 'second'))).seconds).toBe(3)
    expect((await timed(platform.instances.stop('i'))).seconds).toBe(3)
    expect((await timed(platform.instances.stop('i'))).seconds).toBe(0)
    await expect(run(platform.instances.reboot('i', 'third'))).rejects.toMatchObject({ kind: 'gone' })
    expect(events).toEqual([])
  })

  test('an aborted wait ends at once; the work completes and can be requested again', async () => {
    const spec = await instanceSpec('i')
    const abort = new AbortController()
    const waiting = platform.instances.start(spec, abort.signal)
    await clock.advance(1000)
    abort.abort(new Error('no longer'))
    await expect(waiting).rejects.toThrow('no longer')
    expect((await timed(platform.instances.start(spec))).seconds).toBe(2)
  })

  test('a stop waits for a running start', async () => {
    const both = Promise.all([platform.instances.start(await instanceSpec('i')), platform.instances.stop('i')])
    expect((await timed(both)).seconds).toBe(6)
    await expect(platform.instances.serial.open('i', { mostRecent: 0 })).rejects.toMatchObject({ kind: 'gone' })
  })

  test('are listed while they run, each with its run', async () => {
    expect(await listed()).toEqual([])
    const spec = await instanceSpec('i')
    const running = await run(platform.instances.start(spec))
    const one = { instanceId: 'i', ...running, repairing: false }
    expect(await listed()).toEqual([one])
    await run(platform.instances.stopRun('i', 'an earlier one'))
    expect(await listed()).toEqual([one])
    expect((await timed(platform.instances.stopRun('i', running.runId))).seconds).toBe(3)
    expect(await listed()).toEqual([])
    expect(events).toEqual([])
  })

  test('are listed with the sleds that answered', async () => {
    const { sledIds } = await platform.instances.list()
    const fault = platform.faults.inject({ kind: 'sled_unreachable', target: sledIds[0]! })
    expect((await platform.instances.list()).sledIds).toEqual(sledIds.slice(1))
    platform.faults.end(fault.id)
  })

  test('migrate to the requested sled and keep running', async () => {
    const spec = await instanceSpec('i')
    const { runId } = await run(platform.instances.start(spec))
    const [other] = (await platform.hardware.inventory()).sleds.filter(({ id }) => id !== spec.sledId)
    assert(other)
    expect((await timed(platform.instances.migrate('i', other.id))).seconds).toBe(10)
    expect((await timed(platform.instances.migrate('i', other.id))).seconds).toBe(0)
    expect(await listed()).toMatchObject([{ runId, sledId: other.id }])
    const back = platform.instances.migrate('i', spec.sledId)
    platform.faults.inject({ kind: 'instance_fail', target: 'i' })
    await expect(run(back)).rejects.toMatchObject({ kind: 'gone' })
  })

  test('do not start without their volumes, or on an unknown sled', async () => {
    await expect(run(platform.instances.start(await instanceSpec('i', ['v'])))).rejects.toMatchObject({ kind: 'gone' })
    const nowhere = { ...(await instanceSpec('i')), sledId: 'nowhere' }
    await expect(run(platform.instances.start(nowhere))).rejects.toMatchObject({ kind: 'permanent' })
  })

  test('keep running when another process takes over the platform', async () => {
    const spec = await instanceSpec('i', ['v'])
    const present = { runId: 'r', bootedAt: new Date(clock.now().getTime() - 3_600_000) }
    const volumes = [{ ...volumeSpec('v'), finalized: true, attachedTo: 'i' }]
    const lost = { spec: { ...spec, id: 'lost', sledId: 'nowhere' }, run: present }
    await platform.restore({ ...EMPTY_DESIRED_STATE, volumes, instances: [{ spec, run: present }, lost] })
    expect(events).toMatchObject([{ kind: 'instance-failed', instanceId: 'lost' }])
    expect(await timed(platform.instances.start(spec))).toEqual({
      value: { ...present, sledId: spec.sledId },
      seconds: 0,
    })
    const { bytes } = await platform.instances.serial.history('i', { fromStart: 0 })
    expect(new TextDecoder().decode(bytes).match(/all is well/g)).toHaveLength(60)
  })
})

test('a network document is not replaced by an older one', async () => {
  const document = {
    id: 'vpc',
    vni: 1,
    ipv6Prefix: 'fd00::/48',
    subnets: [],
    routes: [],
    nics: [],
    probes: [],
    addressSets: [],
    firewallRules: [],
  }
  const at = (generation: number) => ({ ...document, externalAddresses: [], generation })
  await platform.networks.ensureVpc(at(2))
  await platform.networks.ensureVpc(at(1))
  expect(platform.networks.documentOf('vpc')?.generation).toBe(2)
  await platform.networks.deleteVpc('vpc')
  expect(platform.networks.documentOf('vpc')).toBeUndefined()
})
