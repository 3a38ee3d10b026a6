import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManualClock } from '../../../clock/clock.ts'
import { silent } from '../../../kernel/telemetry/log.ts'
import type { Histogram, SampleSeries } from '../../../platform/interface/samples.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { RequestLatency } from './request-latency.ts'

const BEGAN = new Date('2026-01-01T00:00:02Z')
const MS = 1e6

function started() {
  const clock = new ManualClock(BEGAN)
  const latency = new RequestLatency({ clock, log: silent })
  const reports: SampleSeries<Histogram>[][] = []
  let broken = false
  latency.start(async (_name, series) => {
    if (broken) throw new Error('the database is away')
    reports.push(series as SampleSeries<Histogram>[])
  })
  return { clock, latency, reports, setBroken: (to: boolean) => (broken = to) }
}

it('is reported on multiples of five seconds if there were requests', async () => {
  const { clock, latency, reports } = started()
  latency.count('ping', 200, 0.4)
  latency.count('ping', 200, 7)
  latency.count('ping', 503, 20_000)
  await clock.advance(3000)
  expect(reports).toHaveLength(1)
  const [fine, failed] = reports[0]!
  expect(fine).toMatchObject({
    fields: { name: 'control-plane', operation_id: 'ping', status_code: 200 },
    timestamps: [new Date('2026-01-01T00:00:05Z').getTime()],
    startTimes: [BEGAN.getTime()],
  })
  const [{ bins, counts, sum }] = fine!.values as [Histogram]
  expect(bins.filter((_bin, at) => counts[at] === 1n)).toEqual([0, 5 * MS])
  expect(sum).toBe(7_400_000n)
  expect(failed!.values[0]!.counts.at(-1)).toBe(1n)

  await clock.advance(5000)
  expect(reports).toHaveLength(1)
  latency.count('ping', 200, 1)
  await clock.advance(5000)
  expect(reports[1]!.map(({ values }) => values[0]!.counts.reduce((all, count) => all + count))).toEqual([3n])
  expect(reports[1]![0]!.timestamps).toEqual([new Date('2026-01-01T00:00:15Z').getTime()])
})

it('is reported later after a failed report', async () => {
  const { clock, latency, reports, setBroken } = started()
  latency.count('ping', 200, 1)
  setBroken(true)
  await clock.advance(3000)
  setBroken(false)
  await clock.advance(5000)
  expect(reports.map(([series]) => series!.values[0]!.counts[1])).toEqual([1n])
})

it('is not reported after it has stopped', async () => {
  const { clock, latency, reports } = started()
  latency.count('ping', 200, 1)
  await latency.stop()
  await clock.advance(60_000)
  expect(reports).toEqual([])
  expect(clock.pending).toBe(0)
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ latencySamples: true })
})
afterAll(() => server.close())

it('can be queried', async () => {
  for (let asked = 0; asked < 3; asked++) await server.anonymous.call('ping')
  await server.clock.advance(5000)
  const query = 'get http_service:request_latency_histogram | filter operation_id == "ping" && status_code == 200'
  const latencies = async () => {
    const { tables } = await server.admin.ok('system_timeseries_query', { body: { query } })
    return Object.values<{ points: { values: { values: { values: Histogram[] } }[] } }>(tables[0].timeseries)
  }
  await expect.poll(latencies).toHaveLength(1)
  const [{ points }] = (await latencies()) as [Awaited<ReturnType<typeof latencies>>[0]]
  const [found] = points.values[0]!.values.values
  expect(found!.counts.map(Number).reduce((all, count) => all + count)).toBe(3)
})
