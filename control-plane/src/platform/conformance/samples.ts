import { assert, describe, expect } from 'vitest'
import {
  type Histogram,
  type ListedSeries,
  SAMPLE_INTERVAL_MS,
  type SampleQuery,
  type SampleSeries,
} from '../interface/samples.ts'
import { type Bed, onSite, rejects } from './bed.ts'
import { newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const CPU = 'virtual_machine:vcpu_usage'
/** Series of a machine with one boot volume: counters. */
const MACHINE_SERIES = [CPU, 'virtual_machine:reset']
const DISK_SERIES = ['virtual_disk:bytes_read', 'virtual_disk:writes', 'virtual_disk:io_latency']
const NEVER = new Date(8_640_000_000_000)

/** Samples that the platform computes on request, or reports to its subscribers. */
export function describeSamples(under: PlatformUnderTest): void {
  describe('computed', () => {
    describeComputed(under)
  })
  describe('reported', () => {
    describeReports(under)
  })
}

function describeComputed(under: PlatformUnderTest): void {
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

/** Samples that the platform reports, if it does not compute them. */
function describeReports(under: PlatformUnderTest): void {
  const test = onSite(under)
  const onReports = (title: string, body: (bed: Bed, log: SampleLog) => Promise<void>) =>
    test(title, async (bed) => {
      if (bed.platform.samples.computes(CPU)) return
      const log = new SampleLog()
      log.collect(bed)
      await body(bed, log)
    })
  const has = (bed: Bed, log: SampleLog, id: string, count: number, after = 0) =>
    bed
      .eventually(() => [...MACHINE_SERIES, ...DISK_SERIES].map((name) => log.longest(name, id, after) >= count))
      .not.toContain(false)

  onReports('is at multiples of five seconds, once each, after the start of its counter', async (bed, log) => {
    const { spec, running } = await bed.machine()
    await has(bed, log, spec.id, 2)
    for (const { timestamps, startTimes, values } of log.of(spec.id)) {
      expect(timestamps.filter((time) => time % SAMPLE_INTERVAL_MS)).toEqual([])
      expect(timestamps).toEqual([...new Set(timestamps)].toSorted((a, b) => a - b))
      expect([startTimes.length, values.length]).toEqual([timestamps.length, timestamps.length])
      expect(startTimes[0]).toBeLessThan(timestamps[0]!)
      expect(startTimes[0]).toBeLessThanOrEqual(running.bootedAt.getTime())
    }
  })

  onReports('never falls, ends with the machine, and begins a segment with each start', async (bed, log) => {
    const { spec } = await bed.machine()
    await has(bed, log, spec.id, 1)
    const rebooted = await bed.reboot(spec.id, newId())
    await has(bed, log, spec.id, 1, rebooted.bootedAt.getTime())
    await bed.platform.instances.stop(spec.id)
    const stopped = Date.now()
    const other = await bed.machine()
    await has(bed, log, other.spec.id, 1)
    expect(log.of(spec.id).filter(({ timestamps }) => timestamps.at(-1)! > stopped)).toEqual([])
    const again = await bed.start(spec)
    await has(bed, log, spec.id, 1, again.bootedAt.getTime())
    for (const one of log.of(spec.id)) {
      expect(falls(one)).toEqual([])
      expect(one.startTimes).toEqual(one.startTimes.toSorted((a, b) => a - b))
      expect(one.startTimes.at(-1)).toBeGreaterThanOrEqual(stopped)
    }
  })

  onReports('continues when the platform restarts, if the machine does', async (bed, log) => {
    if (!under.machinesOutlive) return
    const { spec } = await bed.machine()
    await has(bed, log, spec.id, 1)
    const before = Date.now()
    await bed.restart('killed')
    log.collect(bed)
    await has(bed, log, spec.id, 1, before)
    for (const one of log.of(spec.id)) {
      expect(new Set(one.startTimes).size).toBe(1)
      expect(falls(one)).toEqual([])
    }
  })

  onReports('ends with the subscription', async (bed) => {
    const [ended, log] = [new SampleLog(), new SampleLog()]
    ended.collect(bed)()
    log.collect(bed)
    const { spec } = await bed.machine()
    await has(bed, log, spec.id, 1)
    expect(ended.of(spec.id)).toEqual([])
  })
}

/** All samples that were reported. */
class SampleLog {
  readonly #series = new Map<string, SampleSeries & { name: string }>()

  /** Returns a function that ends the subscription. */
  collect({ platform }: Bed): () => void {
    return platform.samples.subscribe(async (name, reported) => {
      for (const { fields, timestamps, startTimes, values } of reported) {
        const key = `${name} ${JSON.stringify(fields)}`
        const one = this.#series.get(key) ?? { name, fields, timestamps: [], startTimes: [], values: [] }
        one.timestamps.push(...timestamps)
        one.startTimes.push(...startTimes)
        one.values.push(...values)
        this.#series.set(key, one)
      }
    })
  }

  /** The series of a machine and of its disks. */
  of(instanceId: string): (SampleSeries & { name: string })[] {
    return [...this.#series.values()].filter(({ fields }) =>
      [fields['instance_id'], fields['attached_instance_id']].includes(instanceId),
    )
  }

  /** Number of samples after a time, of that series of a machine which has the most. */
  longest(name: string, instanceId: string, after: number): number {
    const own = this.of(instanceId).filter((one) => one.name === name)
    return Math.max(0, ...own.map(({ timestamps }) => timestamps.filter((time) => time > after).length))
  }
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
