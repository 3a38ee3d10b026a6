import { describe, expect } from 'vitest'
import { type Bed, onSite, rejects } from './bed.ts'
import { newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { logIn } from './terminal.ts'

/** Machines and their runs. */
export function describeInstances(under: PlatformUnderTest): void {
  const test = onSite(under)

  describe('a run', () => {
    test('is listed from the start of its machine to its stop', async (bed) => {
      const spec = await bed.machineSpec()
      expect(await bed.listed(spec.id)).toEqual([])
      const running = await bed.start(spec)
      expect(running).toEqual({ runId: expect.any(String), bootedAt: expect.any(Date), sledId: spec.sledId })
      expect(await bed.listed(spec.id)).toEqual([{ instanceId: spec.id, ...running, repairing: false }])
      await bed.platform.instances.stop(spec.id)
      expect(await bed.listed(spec.id)).toEqual([])
    })

    test('has an id that no other run has, and begins after those before it', async (bed) => {
      const { spec, running } = await bed.machine()
      const other = await bed.machine()
      const rebooted = await bed.reboot(spec.id, newId())
      await bed.platform.instances.stop(spec.id)
      const again = await bed.platform.instances.start(spec)
      const runs = [running, rebooted, again]
      expect(new Set([...runs, other.running].map(({ runId }) => runId)).size).toBe(4)
      const times = runs.map(({ bootedAt }) => bootedAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times[2]).toBeGreaterThan(times[0]!)
    })

    test('is not changed by a start with another specification', async (bed) => {
      const { spec, running } = await bed.machine()
      const other = { ...spec, hostname: 'web-2', memoryBytes: spec.memoryBytes / 2 }
      expect(await bed.start(other)).toEqual(running)
    })

    test('is the only one of its machine, also when two sleds are asked to start it at once', async (bed) => {
      const spec = await bed.machineSpec()
      const sledIds = await bed.reachableSledIds()
      const runs = await Promise.all(sledIds.map((sledId) => bed.start({ ...spec, sledId })))
      for (const run of runs) expect(run).toEqual(runs[0])
      expect(await bed.listed(spec.id)).toHaveLength(1)
    })

    test('is ended alone by stopRun, not the run that followed', async (bed) => {
      const { spec, running } = await bed.machine()
      const next = await bed.reboot(spec.id, newId())
      await bed.platform.instances.stopRun(spec.id, running.runId)
      expect(await bed.listed(spec.id)).toMatchObject([{ runId: next.runId }])
      await bed.platform.instances.stopRun(spec.id, next.runId)
      expect(await bed.listed(spec.id)).toEqual([])
    })

    test('that was requested to begin, end or change causes no event', async (bed) => {
      const { spec, running } = await bed.machine()
      const { runId } = await bed.reboot(spec.id, newId())
      await bed.platform.instances.stopRun(spec.id, runId)
      await bed.platform.instances.start(spec)
      await bed.platform.instances.stop(spec.id)
      await bed.platform.instances.release(spec.id)
      // A crash afterwards shows that events arrive.
      const other = await bed.machine()
      await bed.site.controls.crashMachine(other.spec.id)
      await bed.event('instance-failed', other.spec.id)
      expect([...bed.eventsOf(spec.id), ...bed.eventsOf(running.runId)]).toEqual([])
    })
  })

  describe('a start', () => {
    test('that fails is permanent, leaves nothing running, and may succeed later', async (bed) => {
      const spec = await bed.machineSpec()
      const mend = await bed.site.controls.breakStart(spec.id)
      await rejects(bed.platform.instances.start(spec), 'permanent')
      expect(await bed.listed(spec.id)).toEqual([])
      await mend()
      await bed.platform.instances.start(spec)
      expect(await bed.listed(spec.id)).toHaveLength(1)
    })

    test('is undone by a stop that was called while it ran', async (bed) => {
      const spec = await bed.machineSpec()
      await Promise.all([bed.platform.instances.start(spec), bed.platform.instances.stop(spec.id)])
      expect(await bed.listed(spec.id)).toEqual([])
    })

    test('whose wait was aborted is undone by a later stop', async (bed) => {
      const spec = await bed.machineSpec()
      const abort = new AbortController()
      const reason = new Error('The caller has left')
      const started = bed.platform.instances.start(spec, abort.signal)
      abort.abort(reason)
      await expect(started).rejects.toBe(reason)
      await bed.platform.instances.stop(spec.id)
      expect(await bed.listed(spec.id)).toEqual([])
    })
  })

  describe('a power-off', () => {
    test('during a reboot or a stop leaves nothing running and causes no event', async (bed) => {
      const { instances } = bed.platform
      const { spec } = await bed.machine()
      const rebooted = instances.reboot(spec.id, newId())
      await instances.powerOff(spec.id)
      expect(await bed.listed(spec.id)).toEqual([])
      await rebooted
      await instances.start(spec)
      const stopped = instances.stop(spec.id)
      await instances.powerOff(spec.id)
      expect(await bed.listed(spec.id)).toEqual([])
      await stopped
      expect(bed.eventsOf(spec.id)).toEqual([])
    })

    test('behind the first start of a machine ends it', async (bed) => {
      const { instances } = bed.platform
      const spec = await bed.machineSpec()
      const before = [instances.prepare(spec.id), instances.start(spec)]
      await instances.powerOff(spec.id)
      await Promise.all(before)
      expect(await bed.listed(spec.id)).toEqual([])
    })
  })

  describe('a reboot', () => {
    test('happens once per request, in whatever order requests are repeated', async (bed) => {
      const { spec } = await bed.machine()
      const [first, second] = [newId(), newId()]
      const runs = [await bed.reboot(spec.id, first), await bed.reboot(spec.id, second)]
      expect(runs[0]?.runId).not.toBe(runs[1]?.runId)
      expect(runs[1]?.sledId).toBe(spec.sledId)
      expect(await bed.reboot(spec.id, first)).toEqual(runs[1])
      expect(await bed.listed(spec.id)).toMatchObject([{ runId: runs[1]?.runId }])
    })

    test('of a machine that does not run rejects with gone', async (bed) => {
      const { spec } = await bed.machine()
      const request = newId()
      await bed.platform.instances.reboot(spec.id, request)
      await bed.platform.instances.stop(spec.id)
      await rejects(bed.platform.instances.reboot(spec.id, request), 'gone')
      await rejects(bed.reboot(spec.id, newId()), 'gone')
    })
  })

  describe('a migration', () => {
    const withTwoSleds = (name: string, body: (bed: Bed, target: string) => Promise<void>) =>
      test(name, async (bed) => {
        const [, target] = await bed.reachableSledIds()
        if (target) await body(bed, target)
      })

    withTwoSleds('keeps the run and its start', async (bed, target) => {
      const { spec, running } = await bed.machine()
      await bed.platform.instances.migrate(spec.id, target)
      expect(await bed.listed(spec.id)).toMatchObject([{ ...running, sledId: target }])
    })

    withTwoSleds('of a machine that does not run rejects with gone', async (bed, target) => {
      const spec = await bed.machineSpec()
      await rejects(bed.platform.instances.migrate(spec.id, target), 'gone')
    })

    test('to an unknown sled rejects with permanent and moves nothing', async (bed) => {
      const { spec, running } = await bed.machine()
      await rejects(bed.platform.instances.migrate(spec.id, newId()), 'permanent')
      expect(await bed.listed(spec.id)).toMatchObject([running])
    })
  })

  describe('a machine', () => {
    test('that was released begins anew', async (bed) => {
      const { spec, running } = await bed.machine()
      const { serial } = bed.platform.instances
      await bed.platform.instances.release(spec.id)
      expect(await serial.history(spec.id, { fromStart: 0 })).toEqual({ bytes: new Uint8Array(), endOffset: 0 })
      const again = await bed.platform.instances.start(spec)
      expect(again.runId).not.toBe(running.runId)
    })

    test('that crashes is reported once, with its run, and can be started again', async (bed) => {
      const { spec, running } = await bed.machine()
      await bed.site.controls.crashMachine(spec.id)
      const { runId, reason } = await bed.event('instance-failed', spec.id)
      expect(runId).toBe(running.runId)
      expect(reason).not.toBe('')
      expect(await bed.listed(spec.id)).toEqual([])
      await bed.platform.instances.start(spec)
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
    })

    test('that its guest reboots is in a new run, which the event names', async (bed) => {
      const { spec, running } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await terminal.type(bed.site.guest.reboot)
      const { runId, next } = await bed.event('instance-rebooted', spec.id)
      expect(runId).toBe(running.runId)
      expect(next.runId).not.toBe(running.runId)
      expect(next.bootedAt.getTime()).toBeGreaterThan(running.bootedAt.getTime())
      expect(await bed.listed(spec.id)).toMatchObject([{ ...next, sledId: spec.sledId }])
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
    })

    test('that its guest powers off has stopped, not failed', async (bed) => {
      const { spec, running } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await terminal.type(bed.site.guest.powerOff)
      const { runId, reason } = await bed.event('instance-stopped', spec.id)
      expect(runId).toBe(running.runId)
      expect(reason).not.toBe('')
      expect(await bed.listed(spec.id)).toEqual([])
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
      await bed.platform.instances.start(spec)
    })

    test('that must leave its sled is reported and keeps running', async (bed) => {
      const { spec, running } = await bed.machine()
      const { requireMove } = bed.site.controls
      if (!requireMove) return
      await requireMove(spec.id)
      const { runId, reason } = await bed.event('instance-must-move', spec.id)
      expect(runId).toBe(running.runId)
      expect(reason).not.toBe('')
      expect(await bed.listed(spec.id)).toMatchObject([running])
    })

    test('that is repaired keeps running, and is listed as being repaired meanwhile', async (bed) => {
      const { spec, running } = await bed.machine()
      const { repair } = bed.site.controls
      if (!repair) return
      await repair(spec.id)
      expect(await bed.event('instance-repairing', spec.id)).toMatchObject({ runId: running.runId })
      expect(await bed.listed(spec.id)).toMatchObject([{ ...running, repairing: true }])
      expect(await bed.event('instance-repaired', spec.id)).toMatchObject({ runId: running.runId })
      expect(await bed.listed(spec.id)).toMatchObject([{ ...running, repairing: false }])
    })
  })

  test('the list names the sleds that answer', async (bed) => {
    const { sledIds } = await bed.platform.instances.list()
    expect(sledIds.toSorted()).toEqual((await bed.reachableSledIds()).toSorted())
  })

  test('a machine is given its specification', async (bed) => {
    const { spec } = await bed.machine()
    const terminal = await logIn(bed, spec.id)
    await terminal.type('hostname\r')
    await bed.eventually(() => terminal.text).toContain(`${spec.hostname}\r\n`)
  })
}
