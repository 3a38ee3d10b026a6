import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { made, newDisk, newProject, until } from '../instances/instance-fixtures.ts'

let server: TestServer
let disk: string
let project: string
let bootedAt: Date

/** A disk of an instance that ran for 100 s. */
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
  const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk('busy') })
  disk = boot_disk_id
  const { time_booted } = await server.db
    .selectFrom('instances')
    .select('time_booted')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  bootedAt = time_booted!
  await server.clock.advance(100_000)
})
afterAll(() => server.close())

const read = (metric: string, query: Record<string, string | number> = {}) =>
  server.admin.call('disk_metrics_list', { path: { disk, metric }, query })
const hour = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T01:00:00Z' }
type Point = { timestamp: string; datum: { type: string; datum: { start_time: string; value: number } } }

it.each(['flush', 'read', 'read_bytes', 'write', 'write_bytes'])(
  'counts %s since the machine started',
  async (metric) => {
    const { status, body } = await read(metric, hour)
    expect(status).toBe(200)
    const items: Point[] = body.items
    expect(items.length).toBeGreaterThan(15)
    for (const { datum } of items) {
      expect(datum.type).toBe('cumulative_i64')
      expect(Date.parse(datum.datum.start_time)).toBe(bootedAt.getTime())
    }
    const values = items.map(({ datum }) => datum.datum.value)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  },
)

it('counts one activation for a start', async () => {
  const { body } = await read('activated', hour)
  expect(new Set(body.items.map(({ datum }: Point) => datum.datum.value))).toEqual(new Set([1]))
})

it.each(['ascending', 'descending'])('pages by time, %s, without a gap', async (order) => {
  const whole: Point[] = (await read('read', { ...hour, order })).body.items
  const paged: Point[] = []
  let page = (await read('read', { ...hour, order, limit: 7 })).body
  paged.push(...page.items)
  while (page.next_page) {
    page = (await read('read', { page_token: page.next_page, limit: 7 })).body
    paged.push(...page.items)
  }
  expect(paged).toEqual(whole)
  const times = whole.map(({ timestamp }) => timestamp)
  expect(times).toEqual(order === 'ascending' ? times.toSorted() : times.toSorted().toReversed())
})

it('includes the start of the range and not its end', async () => {
  const [first, second] = (await read('read', hour)).body.items
  const range = { start_time: first.timestamp, end_time: second.timestamp }
  expect((await read('read', range)).body).toEqual({ items: [first], next_page: null })
  expect((await read('read', { start_time: hour.end_time, end_time: '2027-01-01T00:00:00Z' })).body.items).toEqual([])
})

it('refuses an unknown metric and a range that ends before it starts', async () => {
  expect((await read('read')).status).toBe(400)
  expect((await read('colour', hour)).status).toBe(400)
  expect((await read('read', { start_time: hour.end_time, end_time: hour.start_time })).body).toMatchObject({
    error_code: 'InvalidRequest',
  })
})

it('skips idle weeks, and reads only one page of the weeks after them', async () => {
  const weeks = 14 * 86_400_000
  const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk('rested'), start: false })
  server.clock.leap(weeks)
  // The session has expired by then.
  const owner = await server.user({ projects: { [project]: 'collaborator' } })
  await owner.ok('instance_start', { path: { instance: id } })
  await until(server, id, 'running')
  server.clock.leap(weeks)
  const reader = await server.user({ projects: { [project]: 'viewer' } })
  const computed = vi.spyOn(server.plane.services.platform.samples, 'read')
  const query = { start_time: '2026-01-01T00:00:00Z', end_time: '2027-01-01T00:00:00Z', limit: 3 }
  for (const order of ['ascending', 'descending']) {
    const path = { disk: boot_disk_id!, metric: 'read' }
    const { status, body } = await reader.call('disk_metrics_list', { path, query: { ...query, order } })
    expect([order, status, body.items?.length]).toEqual([order, 200, 3])
    expect(body.next_page).not.toBeNull()
  }
  const answers = await Promise.all(computed.mock.results.map(({ value }) => value))
  computed.mockRestore()
  expect(answers.flat().reduce((sum, { values }) => sum + values.length, 0)).toBeLessThan(20)
})
