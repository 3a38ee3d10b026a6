import { describe, expect } from 'vitest'
import type { PlatformEvent } from '../interface/platform.ts'
import { type Bed, onSite } from './bed.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const MACHINES = 8

/** A listener that stores events, or does not, as the test wants. */
function listener() {
  const passed: PlatformEvent[] = []
  const waiting: PromiseWithResolvers<void>[] = []
  const listen = (event: PlatformEvent) => {
    passed.push(event)
    const stored = Promise.withResolvers<void>()
    waiting.push(stored)
    return stored.promise
  }
  const kinds = () => passed.map(({ kind }) => kind)
  return { passed, kinds, listen, waiting }
}

const refuse = () => Promise.reject(new Error('The database is away'))

/** Events: each is stored once, and those of one subject in their order. */
export function describeEvents(under: PlatformUnderTest): void {
  const test = onSite(under)

  /** Crashes a machine, starts it and crashes it again: two events of one subject. */
  async function crashTwice(bed: Bed): Promise<string> {
    const { spec } = await bed.machine()
    await bed.site.controls.crashMachine(spec.id)
    await bed.eventually(() => bed.platform.instances.list().then(({ instances }) => instances)).toEqual([])
    await bed.platform.instances.start(spec)
    await bed.site.controls.crashMachine(spec.id)
    return spec.id
  }

  describe('an event', () => {
    test('has an id that no other event has', async (bed) => {
      const machines = await Promise.all(
        Array.from({ length: Math.min(MACHINES, under.maxMachines) }, () => bed.machine()),
      )
      for (const { spec } of machines) await bed.site.controls.crashMachine(spec.id)
      for (const { spec } of machines) await bed.event('instance-failed', spec.id)
      expect(new Set(bed.events.map(({ id }) => id)).size).toBe(machines.length)
      expect(bed.events).toHaveLength(machines.length)
    })

    test('that was stored is not passed to a later subscriber', async (bed) => {
      await bed.site.controls.crashMachine((await bed.machine()).spec.id)
      await bed.eventually(() => bed.events.length).toBe(1)
      const late = listener()
      bed.platform.subscribe(late.listen)
      const { spec } = await bed.machine()
      await bed.site.controls.crashMachine(spec.id)
      await bed.eventually(() => late.passed.length).toBe(1)
      expect(late.passed).toMatchObject([{ kind: 'instance-failed', instanceId: spec.id }])
    })

    test('is passed to every subscriber with the same id, and not to one that has left', async (bed) => {
      const [one, other] = [listener(), listener()]
      bed.platform.subscribe(one.listen)
      bed.platform.subscribe(other.listen)()
      await bed.site.controls.crashMachine((await bed.machine()).spec.id)
      await bed.eventually(() => [bed.events.length, one.passed.length]).toEqual([1, 1])
      expect(one.passed).toEqual(bed.events)
      expect(other.passed).toEqual([])
    })
  })

  describe('events that nobody stored', () => {
    test('are passed to a later subscriber, in their order, each once', async (bed) => {
      bed.unsubscribe()
      const id = await crashTwice(bed)
      const first = listener()
      bed.platform.subscribe(first.listen)
      await bed.eventually(() => first.kinds()).toEqual(['instance-failed'])
      first.waiting[0]!.resolve()
      await bed.eventually(() => first.kinds()).toEqual(['instance-failed', 'instance-failed'])
      first.waiting[1]!.resolve()
      expect(new Set(first.passed.map((event) => event.id)).size).toBe(2)
      expect(first.passed).toMatchObject([{ instanceId: id }, { instanceId: id }])
    })

    test('because their subscriber refused them go to a later one, in their order', async (bed) => {
      bed.unsubscribe()
      const stop = bed.platform.subscribe(refuse)
      await crashTwice(bed)
      stop()
      const runs: string[] = []
      bed.platform.subscribe(async (event) => void runs.push('runId' in event ? event.runId : ''))
      await bed.eventually(() => runs.length).toBe(2)
      expect(new Set(runs).size).toBe(2)
    })

    test('because their subscriber left before it had stored them go to a later one', async (bed) => {
      bed.unsubscribe()
      const slow = listener()
      const stop = bed.platform.subscribe(slow.listen)
      await bed.site.controls.crashMachine((await bed.machine()).spec.id)
      await bed.eventually(() => slow.passed.length).toBe(1)
      stop()
      const next = listener()
      bed.platform.subscribe(next.listen)
      await bed.eventually(() => next.passed.length).toBe(1)
      expect(next.passed).toEqual(slow.passed)
    })
  })

  describe('the events of one subject', () => {
    test('are passed one after the other, each once the one before is stored', async (bed) => {
      bed.unsubscribe()
      const slow = listener()
      bed.platform.subscribe(slow.listen)
      const id = await crashTwice(bed)
      // Events of others do not wait.
      const { spec } = await bed.machine()
      await bed.site.controls.crashMachine(spec.id)
      await bed.eventually(() => slow.passed.length).toBe(2)
      expect(slow.passed).toMatchObject([{ instanceId: id }, { instanceId: spec.id }])
      slow.waiting[0]!.resolve()
      await bed.eventually(() => slow.passed.length).toBe(3)
      expect(slow.passed[2]).toMatchObject({ instanceId: id })
    })

    test('are not passed after one that the subscriber refused', async (bed) => {
      bed.unsubscribe()
      const slow = listener()
      bed.platform.subscribe(slow.listen)
      const id = await crashTwice(bed)
      await bed.eventually(() => slow.passed.length).toBe(1)
      slow.waiting[0]!.reject(new Error('The database is away'))
      const { spec } = await bed.machine()
      await bed.site.controls.crashMachine(spec.id)
      await bed.eventually(() => slow.passed.length).toBe(2)
      expect(slow.passed[1]).toMatchObject({ instanceId: spec.id })
      const next = listener()
      bed.platform.subscribe(next.listen)
      await bed
        .eventually(() => next.passed.find((event) => 'instanceId' in event && event.instanceId === id))
        .toEqual(slow.passed[0])
    })
  })

  test('nothing is passed once the platform is closed', async (bed) => {
    const { spec } = await bed.machine()
    const before = listener()
    bed.platform.subscribe(before.listen)
    await bed.restart('closed')
    await bed.platform.instances.start(spec)
    await bed.site.controls.crashMachine(spec.id)
    await bed.event('instance-failed', spec.id)
    expect(before.passed).toEqual([])
  })
}
