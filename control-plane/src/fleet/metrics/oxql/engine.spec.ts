import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../../kernel/database/database.ts'
import { migrate } from '../../../kernel/database/migrate.ts'
import { Yielder } from '../../../kernel/limits/yielder.ts'
import { readMigrations } from '../../../node/postgres/migrations.ts'
import type { Samples, SampleSeries } from '../../../platform/interface/samples.ts'
import { SEED } from '../../../testing/seed.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import { ingestSamples } from '../samples/ingest.ts'
import { runQuery } from './engine.ts'
import { parseOxql } from './parser.ts'
import type { Series } from './tables.ts'

const NAME = 'bgp_session:messages_sent'
const STEP = 5000
const START = Date.UTC(2026, 0, 1)
/** Duration of the generated samples: 100 s. */
const SPAN = 20 * STEP
const now = new Date(START + SPAN)

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await testDatabase())
  await migrate(db, readMigrations())
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

/** A platform with these samples of one timeseries, or without any. */
const platformWith = (all: readonly SampleSeries[] | undefined): Samples => ({
  computes: () => all !== undefined,
  async list({ where = {}, from, to }) {
    return (all ?? [])
      .filter(({ fields }) => Object.entries(where).every(([field, values]) => values.includes(fields[field]!)))
      .map(({ fields, timestamps }) => ({
        fields,
        count: timestamps.filter((time) => time >= from.getTime() && time < to.getTime()).length,
      }))
      .filter(({ count }) => count > 0)
  },
  async read({ from, to }, listed) {
    return (all ?? [])
      .filter(({ fields }) => listed.some((one) => one.fields === fields))
      .map(({ fields, timestamps, startTimes, values }) => {
        const kept = [...timestamps.keys()].filter(
          (i) => timestamps[i]! >= from.getTime() && timestamps[i]! < to.getTime(),
        )
        const at = <T>(list: T[]) => kept.map((i) => list[i]!)
        return { fields, timestamps: at(timestamps), startTimes: at(startTimes), values: at(values) }
      })
  },
  subscribe: () => () => {},
})

type Outcome = { series: Series[] } | { problem: string }
async function run(samples: Samples, text: string): Promise<Outcome> {
  try {
    const [table] = await runQuery({ db, samples, now, yielder: new Yielder() }, parseOxql(text, now))
    return { series: table!.series.toSorted((a, b) => (JSON.stringify(a.fields) < JSON.stringify(b.fields) ? -1 : 1)) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** Runs of a counter that start at any millisecond, with a sample at every multiple of 5 s until their end. */
const runs = fc.array(fc.record({ pause: fc.nat(4 * STEP), length: fc.nat(8 * STEP), rate: fc.nat(1000) }), {
  maxLength: 4,
})

function samplesOf(peer: string, place: string, all: readonly { pause: number; length: number; rate: number }[]) {
  const series: SampleSeries<bigint> = { fields: { peer, switch: place }, timestamps: [], startTimes: [], values: [] }
  let at = START - SPAN / 2
  for (const { pause, length, rate } of all) {
    const start = at + pause
    at = start + length
    let value = 0n
    for (let time = Math.ceil((start + 1) / STEP) * STEP; time <= Math.min(at, now.getTime()); time += STEP) {
      // The increments vary but are deterministic.
      value += BigInt(rate + ((time / STEP) % 7))
      series.timestamps.push(time)
      series.startTimes.push(start)
      series.values.push(value)
    }
  }
  return series
}

const world = fc
  .tuple(...['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'].map((peer) => fc.tuple(fc.constant(peer), runs)))
  .map((all) => all.map(([peer, own], i) => samplesOf(peer, i % 2 ? 'switch1' : 'switch0', own)))
const moment = fc.integer({ min: -SPAN / 2, max: SPAN }).map((offset) => START + offset)
const query = fc.record({
  from: moment,
  to: moment,
  period: fc.integer({ min: 500, max: 60_000 }),
  peer: fc.constantFrom(
    '',
    ' && peer != "10.0.0.2"',
    ' && switch ~= "0$"',
    ' && datum >= 0',
    ' && !(peer == "10.0.0.1")',
  ),
  group: fc.constantFrom('', ' | group_by [switch], sum', ' | group_by [peer]', ' | group_by []'),
})
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

const literal = (ms: number) => `@${new Date(ms).toISOString().slice(0, -1)}`
const textOf = ({ from, to, period, peer, group }: Query, aligned = true) =>
  `get ${NAME} | filter timestamp >= ${literal(from)} && timestamp < ${literal(to)}${peer}` +
  (aligned ? ` | align mean_within(${period}ms)${group}` : '')

const PEERS: Record<string, (fields: SampleSeries['fields']) => boolean> = {
  ' && peer != "10.0.0.2"': ({ peer }) => peer !== '10.0.0.2',
  ' && switch ~= "0$"': ({ switch: place }) => place === 'switch0',
  ' && !(peer == "10.0.0.1")': ({ peer }) => peer !== '10.0.0.1',
}

/** A direct implementation of the definition: each window computes its share of each delta. */
function model(
  all: readonly SampleSeries[],
  { from, to, period, peer, group }: Query,
): Map<string, Map<number, number[]>> {
  const kept = /\[(\w*)\]/.exec(group)?.[1]
  const groups = new Map<string, Map<number, number[]>>()
  for (const { fields, timestamps, startTimes, values } of all) {
    if (PEERS[peer] && !PEERS[peer](fields)) continue
    const deltas = timestamps.map((end, i) => {
      const continues = startTimes[i] === startTimes[i - 1]
      const grown = Number(values[i]) - (continues ? Number(values[i - 1]) : 0)
      return { start: continues ? timestamps[i - 1]! : startTimes[i]!, end, grown }
    })
    const inside = deltas.filter(({ end }) => end >= from && end < to)
    if (!inside.length) continue
    const key = group ? String(kept ? fields[kept] : '') : String(fields['peer'])
    const windows = groups.get(key) ?? new Map<number, number[]>()
    groups.set(key, windows)
    for (let end = to; end > inside[0]!.end - period; end -= period) {
      if (end < inside[0]!.end) break
      let [sum, weight] = [0, 0]
      for (const delta of inside) {
        const share =
          Math.max(0, Math.min(end, delta.end) - Math.max(end - period, delta.start)) / (delta.end - delta.start)
        sum += delta.grown * share
        weight += share
      }
      windows.set(end, [...(windows.get(end) ?? []), ...(weight ? [sum / weight] : [])])
    }
  }
  return groups
}

const close = (a: number | null, b: number | null) =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))

async function withStored(all: readonly SampleSeries[], work: () => Promise<void>): Promise<void> {
  await ingestSamples(db, NAME, all)
  await work().finally(() => db.deleteFrom('timeseries').execute())
}

describe('align and group_by', () => {
  it('match the definition, for both sources', async () => {
    await fc.assert(
      fc.asyncProperty(world, query, async (all, asked) => {
        await withStored(all, async () => {
          const text = textOf(asked)
          const computed = await run(platformWith(all), text)
          const stored = await run(platformWith(undefined), text)
          expect(Object.keys(stored)).toEqual(Object.keys(computed))
          expect(stored).toMatchObject('problem' in computed ? computed : {})
          if ('problem' in computed || 'problem' in stored) return
          const expected = model(all, asked)
          expect(stored.series.map(({ fields }) => fields)).toEqual(computed.series.map(({ fields }) => fields))
          expect(computed.series).toHaveLength(expected.size)
          for (const [i, { fields, times, values }] of computed.series.entries()) {
            const windows = expected.get(
              String(Object.values(asked.group ? fields : { peer: fields['peer'] })[0] ?? ''),
            )!
            const told = [...windows]
              .toSorted(([a], [b]) => a - b)
              .map(([end, found]): [number, number | null] => {
                const sum = found.reduce((total, one) => total + one, 0)
                return [end, found.length ? (asked.group.endsWith('sum') ? sum : sum / found.length) : null]
              })
            expect(times).toEqual(told.map(([end]) => end))
            expect(stored.series[i]!.times).toEqual(times)
            for (const [at, [, value]] of told.entries()) {
              expect(close(values[0]![at] as number | null, value)).toBe(true)
              expect(close(stored.series[i]!.values[0]![at] as number | null, value)).toBe(true)
            }
          }
        })
      }),
      { numRuns: 150, seed: SEED },
    )
  })

  it('reads the same samples from both sources', async () => {
    await fc.assert(
      fc.asyncProperty(world, query, async (all, asked) => {
        await withStored(all, async () => {
          const text = textOf(asked, false)
          expect(await run(platformWith(undefined), text)).toEqual(await run(platformWith(all), text))
        })
      }),
      { numRuns: 50, seed: SEED },
    )
  })
})

describe('long work', () => {
  const long = (): SampleSeries[] =>
    Array.from({ length: 4 }, (_, peer) => ({
      fields: { peer: `10.0.0.${peer}`, switch: 'switch0' },
      timestamps: Array.from({ length: 100_000 }, (_sample, i) => START - (100_000 - i) * STEP),
      startTimes: Array.from({ length: 100_000 }, () => START - 100_001 * STEP),
      values: Array.from({ length: 100_000 }, (_sample, i) => BigInt(i)),
    }))
  const text = `get ${NAME} | filter timestamp < @now() | align mean_within(10s) | group_by [switch]`

  it('yields to the event loop', async () => {
    let turns = 0
    const yielder = new Yielder(async () => {
      turns++
    })
    await runQuery({ db, samples: platformWith(long()), now, yielder }, parseOxql(text, now))
    expect(turns).toBeGreaterThan(400)
  })

  it('ends when the client disconnects', async () => {
    const gone = new AbortController()
    let turns = 0
    const leave = async () => {
      if (++turns === 3) gone.abort(new Error('gone'))
    }
    const yielder = new Yielder(leave, gone.signal)
    const answer = runQuery({ db, samples: platformWith(long()), now, yielder }, parseOxql(text, now))
    await expect(answer).rejects.toThrow('gone')
    expect(turns).toBe(3)
  })
})
