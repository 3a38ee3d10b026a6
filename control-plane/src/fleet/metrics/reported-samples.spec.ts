import { afterAll, beforeAll, expect, it } from 'vitest'
import { made, newDisk, newProject } from '../../compute/instances/instance-fixtures.ts'
import {
  type ReportSamples,
  SAMPLE_INTERVAL_MS,
  type Samples,
  type SampleValue,
} from '../../platform/interface/samples.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** A platform that measures. */
class MeasuredSamples implements Samples {
  report: ReportSamples | undefined
  computes = () => false
  list = async () => []
  read = async () => []
  subscribe(report: ReportSamples) {
    this.report = report
    return () => void (this.report = undefined)
  }
}

const samples = new MeasuredSamples()
let server: TestServer
let project: string
let instance: string
let disk: string
/** The first sample. */
let first: number
beforeAll(async () => {
  server = await startTestServer({ samples })
  project = await newProject(server)
  ;({ id: instance } = await made(server, project, { boot_disk: newDisk('measured') }))
  disk = (await server.admin.ok('disk_view', { path: { disk: 'measured' }, query: { project } }))['id'] as string
  await server.clock.advance(60_000)
  const now = server.clock.now().getTime()
  first = now - (now % SAMPLE_INTERVAL_MS) - 4 * SAMPLE_INTERVAL_MS
})
afterAll(() => server.close())

/** Reports a counter that was at zero one interval before its first value. */
const report = async (name: string, fields: Record<string, string | number>, values: readonly SampleValue[]) => {
  const { silo_id, project_id } = await server.db
    .selectFrom('projects')
    .innerJoin('instances', 'instances.project_id', 'projects.id')
    .select(['projects.silo_id', 'instances.project_id'])
    .where('instances.id', '=', instance)
    .executeTakeFirstOrThrow()
  for (const [at, value] of values.entries())
    await samples.report!(name, [
      {
        fields: { ...fields, project_id, silo_id },
        timestamps: [first + at * SAMPLE_INTERVAL_MS],
        startTimes: [first - SAMPLE_INTERVAL_MS],
        values: [value],
      },
    ])
}

it('measured samples reach the queries of the charts', async () => {
  const sled = { sled_id: crypto.randomUUID(), sled_model: 'host', sled_revision: 0, sled_serial: 'S1' }
  for (const vcpu_id of [0, 1])
    await report('virtual_machine:vcpu_usage', { instance_id: instance, ...sled, vcpu_id, state: 'run' }, [
      1_000_000_000n,
      3_000_000_000n,
      3_000_000_000n,
    ])
  const end = new Date(first + 2 * SAMPLE_INTERVAL_MS).toISOString().slice(0, -1)
  const query = `get virtual_machine:vcpu_usage | filter timestamp <= @${end} && instance_id == "${instance}" &&
    state == "run" | align mean_within(5s) | group_by [instance_id], sum`
  const { status, body } = await server.admin.call('timeseries_query', { query: { project }, body: { query } })
  expect(status).toBe(200)
  const [series] = Object.values(body.tables[0].timeseries) as { points: { values: { values: unknown }[] } }[]
  expect(series!.points.values[0]!.values).toEqual({ type: 'double', values: [1e9, 2e9, 0].map((ns) => ns * 2) })
})

it("measured samples reach a disk's metrics", async () => {
  const fields = { attached_instance_id: instance, block_size: 512, disk_id: disk }
  await report('virtual_disk:bytes_read', fields, [512n, 4096n])
  const [start_time, end_time] = [first - SAMPLE_INTERVAL_MS, first + 60_000].map((ms) => new Date(ms).toISOString())
  const { items } = await server.admin.ok('disk_metrics_list', {
    path: { disk: 'measured', metric: 'read_bytes' },
    query: { project, start_time, end_time },
  })
  expect((items as { datum: { datum: { value: number } } }[]).map(({ datum }) => datum.datum.value)).toEqual([
    512, 4096,
  ])
})
