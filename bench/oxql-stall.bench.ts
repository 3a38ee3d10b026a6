import { largestTurn } from '../control-plane/src/clock/largest-turn.ts'
import { answerOf } from '../control-plane/src/fleet/metrics/oxql/answer.ts'
import { runQuery } from '../control-plane/src/fleet/metrics/oxql/engine.ts'
import { generateSamples } from '../control-plane/src/fleet/metrics/oxql/generated-samples.fixtures.ts'
import { parseOxql } from '../control-plane/src/fleet/metrics/oxql/parser.ts'
import { QueryError } from '../control-plane/src/fleet/metrics/oxql/query-error.ts'
import { NO_LIMITS, openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { ApiError } from '../control-plane/src/kernel/http/errors.ts'
import { Yielder } from '../control-plane/src/kernel/limits/yielder.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** The longest turn of the event loop of the largest queries, each with the most samples it may read. */
const SAMPLES = size(960_000, 20_000)
const MAX_MS = 50
const GET = 'get bgp_session:messages_sent | filter timestamp < @now()'

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1, limits: NO_LIMITS })
const now = new Date()
const gets = (count: number) => `{${Array(count).fill(GET).join('; ')}}`
const queries: [text: string, series: number, samples: number][] = [
  [`${GET} | align mean_within(10s) | group_by [peer], sum`, 1, SAMPLES],
  [`${GET} && (${Array(150).fill('switch != "x"').join(' && ')})`, size(90_000, 1_000), size(90_000, 1_000)],
  [`${gets(2)} | align mean_within(10s) | join`, 1, SAMPLES / 2],
  [`${gets(16)} | align mean_within(10s) | join`, size(1_000, 10), SAMPLES / 16],
  [`${GET} | first ${SAMPLES}`, 1, SAMPLES],
]
let largest = 0
for (const [text, series, samples] of queries) {
  const made = generateSamples(series, samples, now)
  const turn = await largestTurn(async () => {
    const yielder = new Yielder()
    try {
      await answerOf(await runQuery({ db, samples: made, now, yielder }, parseOxql(text, now)), yielder)
    } catch (error) {
      // Refused as too large, after the work that detects it.
      if (!(error instanceof QueryError || error instanceof ApiError)) throw error
    }
  })
  largest = Math.max(largest, turn)
}
report('longest turn of the event loop in OxQL', `${largest.toFixed(0)} ms`, `at most ${MAX_MS} ms`, largest <= MAX_MS)
await db.destroy()
await server.close()
