import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../clock/durations.ts'
import type { Db } from '../../../kernel/database/database.ts'
import { migrate } from '../../../kernel/database/migrate.ts'
import { Yielder } from '../../../kernel/limits/yielder.ts'
import { readMigrations } from '../../../node/postgres/migrations.ts'
import type { Samples, SampleValue } from '../../../platform/interface/samples.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import { runQuery } from '../oxql/engine.ts'
import { parseOxql } from '../oxql/parser.ts'
import { ingestSamples } from './ingest.ts'
import { rollUpSamples } from './roll-up.repo.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const never = new AbortController().signal

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

/** A platform that computes no samples but reports them. */
const samples: Samples = {
  computes: () => false,
  list: async () => [],
  read: async () => [],
  subscribe: () => () => {},
}
const seriesOf = async (query: string, now = NOW) => {
  const [table] = await runQuery({ db, samples, now, yielder: new Yielder() }, parseOxql(query, now))
  return table!.series
}
const stored = async (name: string) => {
  const rows = await db
    .selectFrom('samples')
    .innerJoin('timeseries', 'timeseries.id', 'samples.series_id')
    .select(['time', 'start_time', 'whole', 'real', 'other'])
    .where('name', '=', name)
    .orderBy('time')
    .execute()
  return rows.map(({ time, start_time, whole, real, other }) => ({
    time: Number(time),
    start: start_time === null ? null : Number(start_time),
    value: whole ?? real ?? other,
  }))
}

/** A series whose samples end at these seconds after a time. */
const report = (
  name: string,
  at: number,
  seconds: readonly number[],
  starts: readonly number[],
  values: SampleValue[],
) =>
  ingestSamples(db, name, [
    {
      fields: { switch: 'switch0', peer: '10.0.0.1' },
      timestamps: seconds.map((second) => at + second * 1000),
      startTimes: starts.map((second) => at + second * 1000),
      values,
    },
  ])

it('merges counters after a day to minutes, and keeps each start', async () => {
  const name = 'bgp_session:messages_sent'
  const at = NOW.getTime() - DAY_MS - HOUR_MS
  const ends = [5, 10, 60, 65, 80, 90]
  await report(name, at, ends, [0, 0, 0, 0, 70, 70], [1n, 3n, 7n, 8n, 4n, 9n])
  await report(name, NOW.getTime(), [-10, -5], [-15, -15], [2n, 6n])
  const query = `get ${name} | filter switch == "switch0" && timestamp <= @now() - 1d | align mean_within(1m)`
  // The second is evaluated in this process: its filter depends on the values.
  const queries = [query, query.replace('| align', '&& datum >= 0 | align')]
  const before = await Promise.all(queries.map((one) => seriesOf(one)))
  expect(before[0]![0]!.values[0]!.slice(0, 3)).toEqual([7 / 3, 10 / 3, null])
  await rollUpSamples(db, NOW, never)
  const seconds = (await stored(name)).map(({ time, start, value }) => [
    (start! - at) / 1000,
    (time - at) / 1000,
    value,
  ])
  expect(seconds.slice(0, 3)).toEqual([
    [0, 60, 7],
    [60, 65, 1],
    [70, 90, 9],
  ])
  // Those of the last day stay.
  expect(seconds).toHaveLength(5)
  expect(await Promise.all(queries.map((one) => seriesOf(one)))).toEqual(before)
  await db.deleteFrom('sample_roll_ups').execute()
  await rollUpSamples(db, NOW, never)
  expect(await stored(name)).toHaveLength(5)
})

it('merges histograms and gauges', async () => {
  const at = NOW.getTime() - DAY_MS - 2 * HOUR_MS
  const histogram = (...counts: bigint[]) => ({ bins: [0, 10], counts, sum: 3n * counts[0]! + 12n * counts[1]! })
  const name = 'virtual_disk:io_latency'
  const big = 2n ** 60n
  await report(name, at, [5, 10, 15], [0, 0, 0], [histogram(1n, 0n), histogram(2n, big), histogram(4n, big + 1n)])
  await report('hardware_component:power', at, [5, 10, 65], [], [5, 8, 9])
  await db.deleteFrom('sample_roll_ups').execute()
  await rollUpSamples(db, NOW, never)
  expect(await stored(name)).toEqual([
    {
      time: at + 15_000,
      start: at,
      value: { bins: [0, 10], counts: ['4', String(big + 1n)], sum: String(12n + 12n * (big + 1n)) },
    },
  ])
  expect(await stored('hardware_component:power')).toEqual([
    { time: at + 10_000, start: null, value: 6.5 },
    { time: at + 65_000, start: null, value: 9 },
  ])
})

it('merges to ten minutes after 30 days, in several runs that each continue where the last ended', async () => {
  const name = 'bgp_session:messages_received'
  const at = NOW.getTime() - 2 * HOUR_MS
  const seconds = [30, 60, 600, 630]
  await report(
    name,
    at,
    seconds,
    seconds.map(() => 0),
    [1n, 2n, 4n, 8n],
  )
  await rollUpSamples(db, NOW, never)
  expect(await stored(name)).toHaveLength(4)
  const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS)
  await rollUpSamples(db, days(2), never)
  expect((await stored(name)).map(({ value }) => value)).toEqual([2, 2, 4])
  await rollUpSamples(db, days(31), never)
  expect((await stored(name)).map(({ start, time, value }) => [start! - at, time - at, value])).toEqual([
    [0, 10 * MINUTE_MS, 4],
    [10 * MINUTE_MS, 10 * MINUTE_MS + 30_000, 4],
  ])
  const [series] = await seriesOf(`get ${name} | filter switch == "switch0"`, days(31))
  expect(series!.values).toEqual([[4, 4]])
})
