import { describe, expect } from 'vitest'
import { type Bed, onSite, rejects } from './bed.ts'
import { newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { logIn } from './terminal.ts'

/** Runs on sleds that do not answer. */
export function describeLeases(under: PlatformUnderTest): void {
  const test = onSite(under)
  const lease = async ({ platform }: Bed, id: string) => {
    const { instances } = await platform.instances.list()
    return instances.find(({ instanceId }) => instanceId === id)?.leaseExpires.getTime()
  }

  /** Defines a test on a machine whose sled is cut off, where sleds can be. */
  const cutOff = (
    name: string,
    body: (bed: Bed, machine: Awaited<ReturnType<Bed['machine']>>, reconnect: () => unknown) => Promise<void>,
  ) =>
    test(name, async (bed) => {
      const { isolateSled } = bed.site.controls
      const machine = await bed.machine()
      if (isolateSled) await body(bed, machine, await isolateSled(machine.spec.sledId))
    })

  test('a lease ends within its length, and is renewed while the sled answers', async (bed) => {
    const { spec, running } = await bed.machine()
    const first = await lease(bed, spec.id)
    expect(first).toBeGreaterThan(running.bootedAt.getTime())
    await bed.eventually(() => lease(bed, spec.id)).toBeGreaterThan(first!)
    const other = await bed.machine()
    expect(await lease(bed, spec.id)).toBeGreaterThan(other.running.bootedAt.getTime())
    expect((await bed.platform.instances.start(spec)).leaseExpires.getTime()).toBeGreaterThan(first!)
  })

  describe('while the sled of a run does not answer', () => {
    cutOff('its machines are not listed, and calls that end or change them are transient', async (bed, machine) => {
      const { spec, running } = machine
      const { instances } = bed.platform
      const sledIds = await bed.reachableSledIds()
      expect((await instances.list()).sledIds.toSorted()).toEqual(sledIds.toSorted())
      expect(sledIds).not.toContain(spec.sledId)
      expect(await bed.listed(spec.id)).toEqual([])
      const elsewhere = { ...spec, sledId: sledIds[0] ?? newId() }
      const calls = [
        instances.start(spec),
        instances.start(elsewhere),
        instances.stop(spec.id),
        instances.powerOff(spec.id),
        instances.stopRun(spec.id, running.runId),
        instances.reboot(spec.id, newId()),
        instances.release(spec.id),
        instances.serial.open(spec.id, { mostRecent: 0 }),
        ...sledIds.slice(0, 1).map((id) => instances.migrate(spec.id, id)),
      ]
      for (const call of await Promise.allSettled(calls)) {
        expect(call.status).toBe('rejected')
        await rejects(Promise.reject((call as PromiseRejectedResult).reason), 'transient')
      }
    })

    cutOff('its end is reported once, and after its lease is over', async (bed, { spec, running }) => {
      const [other] = await bed.reachableSledIds()
      expect(await bed.event('instance-failed', spec.id)).toMatchObject({ runId: running.runId })
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
      if (!other) return
      const next = await bed.start({ ...spec, sledId: other })
      expect(next.runId).not.toBe(running.runId)
    })

    cutOff('a run goes on if the sled is back in time', async (bed, { spec, running }, reconnect) => {
      await reconnect()
      await bed.event('sled-reachable', spec.sledId)
      expect(await bed.listed(spec.id)).toMatchObject([running])
      const first = await lease(bed, spec.id)
      await bed.eventually(() => lease(bed, spec.id)).toBeGreaterThan(first!)
      expect(await bed.listed(spec.id)).toMatchObject([running])
      expect(bed.eventsOf(spec.id)).toEqual([])
      await bed.platform.instances.stop(spec.id)
    })

    cutOff('machines of other sleds run on', async (bed, { spec }) => {
      const [sledId] = await bed.reachableSledIds()
      if (!sledId) return
      const other = await bed.machineSpec()
      const running = await bed.start(other)
      await bed.event('instance-failed', spec.id)
      expect(await bed.listed(other.id)).toMatchObject([running])
    })
  })

  test('the streams of a machine fail when its sled stays away', async (bed) => {
    const { isolateSled } = bed.site.controls
    const { spec } = await bed.machine()
    if (!isolateSled) return
    const terminal = await logIn(bed, spec.id)
    await isolateSled(spec.sledId)
    await bed.eventually(() => terminal.ended).toBeDefined()
    expect(['gone', 'transient']).toContain(terminal.ended)
  })
}
