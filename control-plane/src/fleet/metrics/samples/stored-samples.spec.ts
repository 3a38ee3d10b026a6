import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../../kernel/database/database.ts'
import { migrate } from '../../../kernel/database/migrate.ts'
import { Yielder } from '../../../kernel/limits/yielder.ts'
import { readMigrations } from '../../../node/postgres/migrations.ts'
import type { Samples } from '../../../platform/interface/samples.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import { runQuery } from '../oxql/engine.ts'
import { parseOxql } from '../oxql/parser.ts'
import { ingestSamples } from './ingest.ts'
import { pruneSamples } from './stored-samples.repo.ts'

const NOW = new Date('2026-02-01T00:00:00Z')
const AT = NOW.getTime() - 60_000
const DAY_MS = 86_400_000

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
async function seriesOf(query: string) {
  const [table] = await runQuery({ db, samples, now: NOW, yielder: new Yielder() }, parseOxql(query, NOW))
  return table!.series
}

const peer = (address: string) => ({ switch: 'switch0', peer: address })
const counter = (
  at: number,
  start: number,
  seconds: readonly number[],
  values: readonly bigint[],
  address = '10.0.0.1',
) => ({
  fields: peer(address),
  timestamps: seconds.map((second) => at + second * 1000),
  startTimes: seconds.map(() => start),
  values: [...values],
})

it('stores reported samples once, with counters as deltas', async () => {
  const name = 'bgp_session:messages_sent'
  expect(await ingestSamples(db, name, [counter(AT, AT - 5000, [0, 5, 10], [3n, 10n, 2n ** 52n])])).toBe(3)
  expect(await ingestSamples(db, name, [counter(AT, AT - 5000, [5, 10], [10n, 2n ** 52n])])).toBe(0)
  expect(await ingestSamples(db, name, [counter(AT, AT + 12_000, [15], [4n])])).toBe(1)
  const [series] = await seriesOf(`get ${name} | filter peer == "10.0.0.1"`)
  expect(series!.values).toEqual([[3, 7, 2 ** 52 - 10, 4]])
  expect(series!.startTimes!.map((time) => (time - AT) / 1000)).toEqual([-5, 0, 5, 12])
})

it('stores distributions and gauges', async () => {
  const histogram = (...counts: bigint[]) => ({ bins: [0, 10], counts, sum: counts[1]! * 12n })
  await ingestSamples(db, 'http_service:request_latency_histogram', [
    {
      fields: { name: 'api', id: crypto.randomUUID(), operation_id: 'ping', status_code: 200 },
      timestamps: [AT, AT + 5000],
      startTimes: [AT - 5000, AT - 5000],
      values: [histogram(1n, 1n), histogram(1n, 4n)],
    },
  ])
  const [latency] = await seriesOf('get http_service:request_latency_histogram | filter status_code == 200')
  expect(latency!.values).toEqual([[histogram(1n, 1n), histogram(0n, 3n)]])
  await ingestSamples(db, 'hardware_component:power', [
    { fields: { component_id: 'psu0' }, timestamps: [AT, AT + 5000], startTimes: [], values: [5, 7] },
  ])
  const [power] = await seriesOf('get hardware_component:power | filter datum >= 6 && timestamp > @now() - 1h')
  expect(power!.values).toEqual([[7]])
})

it('refuses samples of unknown timeseries', async () => {
  await expect(ingestSamples(db, 'no:such', [])).rejects.toMatchObject({ kind: 'permanent' })
})

it('deletes samples after a year, and series without samples', async () => {
  const name = 'bfd_session:state_changes'
  const old = NOW.getTime() - 366 * DAY_MS
  const lately = NOW.getTime() - DAY_MS
  await ingestSamples(db, name, [
    counter(old, old - 5000, [0, 5], [1n, 2n], '10.0.0.8'),
    { ...counter(old, old - 1, [0, 0], [1n, 3n], '10.0.0.9'), timestamps: [old, lately] },
  ])
  await pruneSamples(db, NOW, new AbortController().signal)
  const left = await db
    .selectFrom('timeseries')
    .leftJoin('samples', 'samples.series_id', 'timeseries.id')
    .select(['timeseries.fields', 'samples.time'])
    .where('name', '=', name)
    .execute()
  expect(left).toEqual([{ fields: peer('10.0.0.9'), time: lately }])
})
