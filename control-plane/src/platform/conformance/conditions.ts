import { describe, expect } from 'vitest'
import type { PlatformEvent } from '../interface/platform.ts'
import { type Bed, onSite } from './bed.ts'
import { newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { logIn } from './terminal.ts'

type ConditionEvent = Extract<PlatformEvent, { kind: 'instance-condition' }>

/** Machines that execute nothing although their runs go on. */
export function describeConditions(under: PlatformUnderTest): void {
  const test = onSite(under)

  const reported = (bed: Bed, id: string) =>
    bed.eventsOf(id).filter((event): event is ConditionEvent => event.kind === 'instance-condition')
  const conditionOf = async (bed: Bed, id: string) => {
    const { instances } = await bed.platform.instances.list()
    return instances.find(({ instanceId }) => instanceId === id)?.condition
  }

  /** A machine that waits for room, since it writes and the storage is full. */
  async function waiting(bed: Bed) {
    const { spec, running } = await bed.machine()
    const terminal = await logIn(bed, spec.id)
    const empty = await bed.site.controls.fillStorage()
    await terminal.type(bed.site.guest.write)
    await bed.eventually(() => conditionOf(bed, spec.id)).toMatchObject({ kind: 'storage_full' })
    await bed.eventually(() => reported(bed, spec.id).length).toBe(1)
    return { spec, running, empty }
  }

  test('storage that is full is reported of its sled, and when there is room again', async (bed) => {
    const sledId = (await bed.reachableSledIds()).at(-1)!
    const reports = () => bed.eventsOf(sledId).flatMap((event) => (event.kind === 'sled-storage' ? [event.full] : []))
    const freeBytes = async () =>
      (await bed.platform.hardware.inventory()).sleds.find(({ id }) => id === sledId)?.freeStorageBytes
    expect(reports()).toEqual([])
    const empty = await bed.site.controls.fillStorage()
    await bed.eventually(reports).toEqual([true])
    expect(await freeBytes()).toBe(0)
    await empty()
    await bed.eventually(reports).toEqual([true, false])
    expect(await freeBytes()).toBeGreaterThan(0)
  })

  describe('a machine that writes to storage that is full', () => {
    test('waits in its run, and continues in it once there is room', async (bed) => {
      const { spec, running, empty } = await waiting(bed)
      const [{ runId, condition }] = reported(bed, spec.id) as [ConditionEvent]
      expect([runId, condition]).toEqual([running.runId, await conditionOf(bed, spec.id)])
      expect(condition).toEqual({ kind: 'storage_full', since: expect.any(Date), detail: expect.any(String) })
      await empty()
      await bed.eventually(() => conditionOf(bed, spec.id)).toBeNull()
      await bed.eventually(() => reported(bed, spec.id).map((event) => event.condition)).toEqual([condition, null])
      expect(await bed.listed(spec.id)).toEqual([{ instanceId: spec.id, ...running, repairing: false }])
    })

    test('stops at once and starts again', async (bed) => {
      const { spec, running, empty } = await waiting(bed)
      await bed.platform.instances.stop(spec.id)
      expect(await bed.listed(spec.id)).toEqual([])
      await empty()
      const again = await bed.start(spec)
      expect(again.runId).not.toBe(running.runId)
      expect(await conditionOf(bed, spec.id)).toBeNull()
    })

    test('reboots, and its next run has no condition', async (bed) => {
      const { spec, running, empty } = await waiting(bed)
      const next = await bed.reboot(spec.id, newId())
      expect(next.runId).not.toBe(running.runId)
      expect(await conditionOf(bed, spec.id)).toBeNull()
      expect(reported(bed, spec.id)).toHaveLength(1)
      await empty()
    })
  })

  const ends = under.machinesOutlive ? (['closed', 'killed'] as const) : []
  describe.each(ends)('after a process that was %s', (end) => {
    test('a machine still waits, and continues once there is room', async (bed) => {
      const { spec, running, empty } = await waiting(bed)
      const before = await conditionOf(bed, spec.id)
      await bed.restart(end)
      expect(await conditionOf(bed, spec.id)).toEqual(before)
      await empty()
      await bed.eventually(() => conditionOf(bed, spec.id)).toBeNull()
      await bed.eventually(() => reported(bed, spec.id).at(-1)?.condition).toBeNull()
      expect(await bed.listed(spec.id)).toEqual([{ instanceId: spec.id, ...running, repairing: false }])
    })
  })
}
