import { sql } from 'kysely'
import { answerOf } from '../control-plane/src/fleet/metrics/oxql/answer.ts'
import { runQuery } from '../control-plane/src/fleet/metrics/oxql/engine.ts'
import { parseOxql } from '../control-plane/src/fleet/metrics/oxql/parser.ts'
import { ingestSamples } from '../control-plane/src/fleet/metrics/samples/ingest.ts'
import { NO_LIMITS, openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { Yielder } from '../control-plane/src/kernel/limits/yielder.ts'
import type { Samples, SampleSeries } from '../control-plane/src/platform/interface/samples.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * A query over reported samples, from its text to the text of its answer: one hour of 16 series among 10 million samples
 * as 60 points, against the simplest SQL that sums the same rows by minute. Also the samples ingested per second.
 * `SKERRY_BENCH_SAMPLES` sets a smaller number.
 */
const SAMPLES = Number(process.env['SKERRY_BENCH_SAMPLES'] ?? size(10_000_000, 1))
const STEP = 5000
const HOUR = 3_600_000
const ASKED = 16
const SERIES = size(640, 4 * ASKED)
const PER_SERIES = Math.max(2 * (HOUR / STEP), Math.ceil(SAMPLES / SERIES))
const ROUNDS = size(31, 1)
const MOST = 1.5
const LEAST_INGESTED = 20_000
const NAME = 'bgp_session:messages_sent'

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1, limits: NO_LIMITS })
const end = Math.floor(Date.now() / HOUR) * HOUR
const peerOf = (series: number) => `10.0.${Math.floor(series / ASKED)}.${series % ASKED}`

// In the order of arrival: all series at one time, then all of them 5 s later.
const start = end - PER_SERIES * STEP
await sql`
  insert into timeseries (name, key, fields, last_time)
  select ${NAME}, n::text, jsonb_build_object('peer', ${sql.raw(`'10.0.' || n / ${ASKED} || '.' || n % ${ASKED}`)},
    'switch', 'rack' || n / ${ASKED}), ${end}::bigint
  from generate_series(0, ${SERIES - 1}::int) n`.execute(db)
const yielder = Math.ceil(PER_SERIES / 200)
for (let slice = 0; slice < yielder; slice++)
  await sql`
    insert into samples (series_id, time, start_time, whole)
    select t.id, ${start}::bigint + i * ${STEP}::bigint, ${start}::bigint + (i - 1) * ${STEP}::bigint, i * t.id % 997
    from generate_series(${slice * 200 + 1}::int, ${Math.min(PER_SERIES, (slice + 1) * 200)}::int) i, timeseries t`.execute(
    db,
  )
await sql`vacuum analyze samples`.execute(db)
await sql`analyze timeseries`.execute(db)

const literal = (ms: number) => `@${new Date(ms).toISOString().slice(0, -1)}`
const query = `get ${NAME} | filter switch == "rack3" && timestamp > ${literal(end - HOUR)} && timestamp <= ${literal(end)}
  | align mean_within(1m)`
type Answer = { tables: { timeseries: Record<string, { points: { timestamps: string[] } }> }[] }
/** The server's platform computes this timeseries on request; this one reports it. */
const samples: Samples = {
  computes: () => false,
  list: async () => [],
  read: async () => [],
  subscribe: () => () => undefined,
}
async function ours(): Promise<string> {
  const [now, yielder] = [new Date(), new Yielder()]
  return answerOf(await runQuery({ db, samples, now, yielder }, parseOxql(query, now)), yielder)
}
const plain = () =>
  sql`
    select series_id, (${end}::bigint - time) / 60000 as age, avg(whole) from samples
    where series_id in (select id from timeseries where name = ${NAME} and fields @> '{"switch": "rack3"}')
      and time > ${end - HOUR}::bigint and time <= ${end}::bigint
    group by series_id, age`.execute(db)

const { tables } = JSON.parse(await ours()) as Answer
const shapes = Object.values(tables[0]!.timeseries).map(({ points }) => points.timestamps.length)
if (shapes.length !== ASKED || shapes.some((points) => points !== 60)) throw new Error(`answered ${shapes.join()}`)
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
for (let warm = 0; warm < size(5, 1); warm++) for (const work of [ours, plain]) await work()
const rounds: { ours: number; plain: number }[] = []
for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await timed(ours), plain: await timed(plain) })
const ratio = median(rounds.map((round) => round.ours / round.plain))
const ms = (which: 'ours' | 'plain') => `${median(rounds.map((round) => round[which])).toFixed(1)} ms`
report(
  `OxQL of ${ASKED} series over an hour among ${(PER_SERIES * SERIES).toLocaleString('en')} samples against bare SQL`,
  `${ratio.toFixed(2)} (${ms('ours')} against ${ms('plain')})`,
  `at most ${MOST}`,
  ratio <= MOST,
)

/** One minute of all series, as a platform reports it. */
const minute = (from: number): SampleSeries[] =>
  Array.from({ length: SERIES }, (_, series) => ({
    fields: { peer: peerOf(series), switch: 'reported' },
    timestamps: Array.from({ length: 12 }, (_sample, i) => from + (i + 1) * STEP),
    startTimes: Array.from({ length: 12 }, () => end),
    values: Array.from({ length: 12 }, (_sample, i) => BigInt(from + i)),
  }))
const began = performance.now()
let taken = 0
for (let at = 0; at < size(20, 1); at++) taken += await ingestSamples(db, NAME, minute(end + at * 60_000))
const aSecond = taken / ((performance.now() - began) / 1000)
report(
  'samples taken in a second',
  Math.round(aSecond).toLocaleString('en'),
  `at least ${LEAST_INGESTED}`,
  aSecond >= LEAST_INGESTED,
)
await db.destroy()
await server.close()
