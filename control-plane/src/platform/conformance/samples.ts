import { assert, describe, expect } from 'vitest'
import {
  type Histogram,
  type ListedSeries,
  SAMPLE_INTERVAL_MS,
  type SampleQuery,
  type SampleSeries,
} from '../samples.ts'
import { type Bed, onSite, rejects } from './bed.ts'
import { newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const CPU = 'virtual_machine:vcpu_usage'
/** Series of a machine with one boot volume: counters. */
const MACHINE_SERIES = [CPU, 'virtual_machine:reset']
const DISK_SERIES = ['virtual_disk:bytes_read', 'virtual_disk:writes', 'virtual_disk:io_latency']
const NEVER = new Date(8_640_000_000_000)

/** Samples that the platform computes on request. It reports all others to its subscribers. */
export function describeSamples(under: PlatformUnderTest): void {
  const test = onSite(under)
  const read = async ({ platform: { samples } }: Bed, query: SampleQuery) =>
    samples.read(query, await samples.list(query))

  /** Defines a test on a machine with a few samples of each series, if the platform computes them. */
  const onSeries = (
    title: string,
    names: readonly string[],
    body: (bed: Bed, query: SampleQuery, machine: Awaited<ReturnType<Bed['machine']>>) => Promise<void>,
  ) =>
    describe.each(names.map((series) => ({ series })))('$series', ({ series }) => {
      test(title, async (bed) => {
        if (!bed.platform.samples.computes(series)) return
        const machine = await bed.machine()
        const { spec, running } = machine
        const where: SampleQuery['where'] = series.startsWith('virtual_disk')
          ? { disk_id: [spec.volumes[0]!.id] }
          : { instance_id: [spec.id] }
        const query = { series, where, from: new Date(running.bootedAt.getTime() - 60_000), to: NEVER }
        await hasSamples(bed, query, 3)
        await body(bed, query, machine)
      })
    })
  const hasSamples = (bed: Bed, query: SampleQuery, count: number) =>
    bed
      .eventually(async () => {
        const listed = await bed.platform.samples.list(query)
        return listed.length > 0 && listed.every((one) => one.count >= count)
      })
      .toBe(true)

  test('a series that is not computed is refused by list and read', async (bed) => {
    const { samples } = bed.platform
    const query = { series: 'virtual_machine:colour', from: new Date(0), to: NEVER }
    expect(samples.computes(query.series)).toBe(false)
    await rejects(samples.list(query), 'permanent')
    await rejects(samples.read(query, []), 'permanent')
  })

  test('a subscription can be ended, more than once', async (bed) => {
    const unsubscribe = bed.platform.samples.subscribe(async () => {})
    unsubscribe()
    unsubscribe()
  })

  onSeries(
    'has samples at multiples of five seconds, as many as are listed',
    [...MACHINE_SERIES, ...DISK_SERIES],
    async (bed, query, { running }) => {
      const listed = await bed.platform.samples.list(query)
      expect(listed).not.toEqual([])
      const bounded = { ...query, to: new Date(running.bootedAt.getTime() + 3 * SAMPLE_INTERVAL_MS) }
      const within = await bed.platform.samples.list(bounded)
      const found = await bed.platform.samples.read(bounded, within)
      expect(found.map(({ fields }) => fields)).toEqual(within.map(({ fields }) => fields))
      for (const [at, { timestamps, startTimes, values }] of found.entries()) {
        expect(timestamps).toHaveLength(within[at]!.count)
        expect(values).toHaveLength(timestamps.length)
        expect(startTimes).toEqual(timestamps.map(() => running.bootedAt.getTime()))
        for (const [index, time] of timestamps.entries()) {
          expect(time % SAMPLE_INTERVAL_MS).toBe(0)
          expect(time).toBeGreaterThan(index ? timestamps[index - 1]! : running.bootedAt.getTime())
        }
      }
    },
  )

  onSeries('includes the start of its range and excludes the end', [CPU], async (bed, query) => {
    const [first] = await read(bed, query)
    const [, from, to] = first!.timestamps
    const [found] = await read(bed, { ...query, from: new Date(from!), to: new Date(to!) })
    expect(found?.timestamps).toEqual([from])
    expect(await read(bed, { ...query, from: new Date(to!), to: new Date(to!) })).toEqual([])
  })

  onSeries(
    'never falls, and begins a segment with each run',
    [CPU, ...DISK_SERIES],
    async (bed, query, { spec, running }) => {
      const rebooted = await bed.platform.instances.reboot(spec.id, newId())
      await hasSamples(bed, { ...query, from: rebooted.bootedAt }, 2)
      await bed.platform.instances.stop(spec.id)
      const again = await bed.platform.instances.start(spec)
      await hasSamples(bed, { ...query, from: again.bootedAt }, 2)
      const starts = [running, rebooted, again].map(({ bootedAt }) => bootedAt.getTime())
      for (const one of await read(bed, query)) {
        expect([...new Set(one.startTimes)]).toEqual(starts)
        expect(one.timestamps).toEqual([...new Set(one.timestamps)].toSorted((a, b) => a - b))
        expect(falls(one)).toEqual([])
      }
    },
  )

  onSeries('does not change for the past', [CPU, ...DISK_SERIES], async (bed, query, { spec }) => {
    const [first] = await read(bed, query)
    const past = { ...query, to: new Date(first!.timestamps.at(-1)!) }
    const before = await read(bed, past)
    await bed.platform.instances.stop(spec.id)
    await bed.platform.instances.start(spec)
    expect(await read(bed, past)).toEqual(before)
  })

  onSeries(
    'does not change for the past when the machine migrates',
    [CPU, ...DISK_SERIES],
    async (bed, query, { spec }) => {
      const [, target] = await bed.reachableSledIds()
      if (!target) return
      const [first] = await read(bed, query)
      const past = { ...query, to: new Date(first!.timestamps.at(-1)!) }
      const before = await read(bed, past)
      await bed.platform.instances.migrate(spec.id, target)
      expect(await read(bed, past)).toEqual(before)
      const count = (await read(bed, query)).reduce((sum, { timestamps }) => sum + timestamps.length, 0)
      await bed
        .eventually(async () => {
          const found = await read(bed, query)
          return found.reduce((sum, { timestamps }) => sum + timestamps.length, 0)
        })
        .toBeGreaterThan(count)
      for (const one of await read(bed, query)) expect(falls(one)).toEqual([])
    },
  )

  onSeries('has none while the machine does not run', [CPU], async (bed, query, { spec }) => {
    await bed.platform.instances.stop(spec.id)
    const other = await bed.machine()
    const later = { ...query, from: other.running.bootedAt }
    await hasSamples(bed, { ...later, where: { instance_id: [other.spec.id] } }, 2)
    expect(await bed.platform.samples.list(later)).toEqual([])
  })

  onSeries('is selected by its fields; a limit lists fewer series, each whole', [CPU], async (bed, query, { spec }) => {
    await bed.platform.instances.reboot(spec.id, newId())
    await hasSamples(bed, query, 5)
    await bed.platform.instances.stop(spec.id)
    const listed = await bed.platform.samples.list(query)
    const [one] = listed
    assert(one)
    expect(listed.every(({ fields }) => fields['instance_id'] === spec.id)).toBe(true)
    const where = Object.fromEntries(Object.entries(one.fields).map(([field, value]) => [field, [value]]))
    expect(seriesIn(await bed.platform.samples.list({ ...query, where }))).toEqual(seriesIn([one]))
    expect(await bed.platform.samples.list({ ...query, where: { ...query.where, instance_id: [newId()] } })).toEqual([])
    const limited = await bed.platform.samples.list({ ...query, limit: 1 })
    expect(limited).toHaveLength(1)
    expect(seriesIn(listed)).toContainEqual(seriesIn(limited)[0])
  })
}

/** Without what a platform may add for its `read`. */
const seriesIn = (listed: readonly ListedSeries[]): ListedSeries[] =>
  listed.map(({ fields, count }) => ({ fields, count }))

/** Samples that are below the one before, with the same start. */
function falls({ startTimes, values }: SampleSeries): number[] {
  return values.flatMap((value, at) => {
    const before = at && startTimes[at] === startTimes[at - 1] ? values[at - 1]! : undefined
    if (before === undefined) return []
    if (typeof value === 'bigint') return value < (before as bigint) ? [at] : []
    const [now, then] = [value as Histogram, before as Histogram]
    return now.counts.some((count, bin) => count < then.counts[bin]!) ? [at] : []
  })
}
