import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bootstrap, DatabaseNotEmpty } from '../first-start/bootstrap.ts'
import { handlers } from '../handlers.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  await server.settle()
})
afterAll(() => server.close())

const list = async (operation: OperationId, query: Record<string, string> = {}) =>
  (await server.admin.ok(operation, { query: { ...query, limit: 1000 } })).items

it('leaves the database consistent, and automatic restarts leave the failed instances failed', async () => {
  expect(await brokenInvariants(server.db)).toEqual([])
  const failed = () =>
    server.db.selectFrom('instances').select('name').where('run_state', '=', 'failed').orderBy('name').execute()
  const before = await failed()
  expect(before.map(({ name }) => name)).toEqual(['customs-gateway', 'gauge-modem', 'surge-model-full'])
  await server.clock.advance(130_000)
  await server.settle()
  expect(await failed()).toEqual(before)
  expect(await brokenInvariants(server.db)).toEqual([])
})

/** Required parameters of lists, with values from the demo data. */
const SELECTORS: Record<string, string> = {
  project: 'harbour-logistics',
  vpc: 'default',
  router: 'system',
  gateway: 'default',
  instance: 'berth-planner',
  subnet: 'default',
  affinity_group: 'tables-near-store',
  anti_affinity_group: 'berth-api-apart',
  pool: 'default',
  silo: 'north-quay',
  receiver: 'watch-room',
}

const built = Object.keys(handlers) as OperationId[]
const lists = built.filter((id) => {
  const { paginated, params, firstPage = [] }: Operation = operations[id]
  return paginated && [...Object.keys(params?.shape ?? {}), ...firstPage].every((name) => SELECTORS[name])
})

it.each(lists)('%s answers', async (id) => {
  const { params, query }: Operation = operations[id]
  const wanted = (shape: object | undefined) =>
    Object.fromEntries(
      Object.keys(shape ?? {})
        .filter((name) => SELECTORS[name])
        .map((name) => [name, SELECTORS[name]!]),
    )
  const selectors = wanted(query?.shape)
  // The only affinity group is in another project.
  if (id.startsWith('affinity_group_member')) selectors['project'] = 'tide-gauges'
  const answer = await server.admin.call(id, { path: wanted(params?.shape), query: selectors })
  expect(answer).toMatchObject({ status: 200, body: { items: expect.any(Array) } })
})

it('has instances and disks in each state that lasts', async () => {
  const states = new Set<string>()
  const disks = new Set<string>()
  for (const { name } of await list('project_list')) {
    for (const { run_state } of await list('instance_list', { project: name })) states.add(run_state)
    for (const { state } of await list('disk_list', { project: name })) disks.add(state.state)
  }
  expect([...states].toSorted()).toEqual(['failed', 'running', 'stopped'])
  expect([...disks].toSorted()).toEqual([
    'attached',
    'detached',
    'faulted',
    'import_ready',
    'importing_from_bulk_writes',
  ])
})

it('has more disks in a project than a page holds', async () => {
  const page = await server.admin.ok('disk_list', { query: { project: 'ais-archive', limit: 1000 } })
  expect(page.items).toHaveLength(1000)
  expect(page.next_page).not.toBeNull()
})

it('has a pool that is almost used up', async () => {
  const { ipv4 } = await server.admin.ok('ip_pool_utilization_view', { path: { pool: 'sea-office' } })
  expect(ipv4).toEqual({ allocated: 14, capacity: 16 })
})

it('has running instances whose consoles answer', async () => {
  const { data } = await server.admin.ok('instance_serial_console', {
    path: { instance: 'berth-planner' },
    query: { project: 'harbour-logistics', most_recent: 4096 },
  })
  expect(new TextDecoder().decode(Uint8Array.from(data))).toContain('berth-planner login:')
})

it('has instances that stop and start', async () => {
  const path = { instance: 'wx-model-4' }
  const query = { project: 'weather' }
  await server.admin.ok('instance_stop', { path, query })
  await server.settle()
  await server.admin.ok('instance_start', { path, query })
  await server.settle()
  expect((await server.admin.ok('instance_view', { path, query })).run_state).toBe('running')
  expect((await list('disk_list', query)).length).toBeGreaterThan(60)
  expect(await brokenInvariants(server.db)).toEqual([])
})

it('has snapshots and images that disks can be made of', async () => {
  const query = { project: 'tide-gauges' }
  const { id: snapshot_id } = await server.admin.ok('snapshot_view', { path: { snapshot: 'series-2024-q4' }, query })
  const { id: image_id } = await server.admin.ok('image_view', { path: { image: 'harbour-base' } })
  for (const disk_source of [
    { type: 'snapshot', snapshot_id },
    { type: 'image', image_id },
  ]) {
    const body = { name: `from-${disk_source.type}`, description: '', size: 600 * 2 ** 30, disk_source }
    await server.admin.ok('disk_create', { query, body })
    await server.settle()
    const disk = await server.admin.ok('disk_view', { path: { disk: body.name }, query })
    expect(disk.state.state).toBe('detached')
  }
  expect(await brokenInvariants(server.db)).toEqual([])
})

it.each(['mara-lindqvist', 'ines-costa', 'sam-okafor'])('lets %s in with the demo password', async (username) => {
  const answer = await server.anonymous.call('login_local', {
    path: { silo_name: 'default' },
    body: { username, password: 'demo password' },
  })
  expect(answer.status).toBe(204)
})

it('goes only into an empty database', async () => {
  const options = { adminPassword: 'correct horse', demo: true }
  expect(await bootstrap(server.plane.services, options)).toEqual({})
  await server.db.deleteFrom('settings').where('key', '=', 'demo_data').execute()
  await expect(bootstrap(server.plane.services, options)).rejects.toThrow(DatabaseNotEmpty)
})
