import { operations } from '@skerry/contract/operations.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { newPublisher, repositoryArchive } from '../../testing/update-repository.ts'

/** A host as a platform has it that runs on one machine: a sled without disks, and no switches. */
const hardware = { sleds: 1, expungedSleds: 0, uninitializedSleds: 0, u2PerSled: 0, m2PerSled: 0, switches: 0 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hardware, capabilities: { switches: false, sledAddition: false } })
  await server.settle()
})
afterAll(() => server.close())

const ok = (operation: OperationId, request = {}) => server.admin.ok(operation, request)

it.each([
  ['physical_disk_list'],
  ['switch_list'],
  ['sled_list_uninitialized'],
  ['networking_switch_port_list'],
  ['networking_switch_port_settings_list'],
  ['networking_bgp_config_list'],
  ['networking_loopback_address_list'],
  ['networking_address_lot_list'],
] as const)('%s is empty on a host without switches and disks', async (operation) => {
  expect((await ok(operation)).items).toEqual([])
})

it('statuses of BGP, BFD and links are empty on a host without switches', async () => {
  for (const operation of ['networking_bgp_status', 'networking_bfd_status'] as const)
    expect(await ok(operation)).toEqual([])
  expect((await ok('networking_switch_port_link_list')).items ?? []).toEqual([])
  expect((await ok('networking_bgp_message_history', { query: { asn: 65_000 } })).switch_histories).toEqual([])
})

it('no system operation that reads fails on a host without switches and disks', async () => {
  const now = server.clock.now()
  const query = {
    silo: 'default',
    asn: 65_000,
    address_lot: 'none',
    target: server.siloId,
    start_time: new Date(now.getTime() - 3_600_000).toISOString(),
    end_time: now.toISOString(),
  }
  const reads = Object.entries(operations).filter(
    ([, { method, path }]) => method === 'get' && !path.includes('{') && path.includes('/system/'),
  )
  const failed: unknown[] = []
  for (const [operation] of reads) {
    const { status, body } = await server.admin.call(operation as OperationId, { query })
    if (status !== 200) failed.push({ operation, status, body })
  }
  expect(reads.length).toBeGreaterThan(30)
  expect(failed).toEqual([])
})

it('an instance runs on a host without switches and disks, and its figures and issues are true', async () => {
  await ok('project_create', { body: { name: 'harbour', description: '' } })
  const machine = { name: 'tide', description: '', hostname: 'tide', ncpus: 1, memory: 2 ** 30 }
  await ok('instance_create', { query: { project: 'harbour' }, body: machine })
  await server.settle()
  const view = { path: { instance: 'tide' }, query: { project: 'harbour' } }
  expect((await ok('instance_view', view)).run_state).toBe('running')
  const { issues } = await ok('system_issues_view')
  expect(issues).toEqual([])
  for (const series of ['switch_data_link:bytes_sent', 'bgp_session:messages_sent', 'bfd_session:state_changes']) {
    const query = `get ${series} | filter timestamp > @now() - 5m`
    const { tables } = await ok('system_timeseries_query', { body: { query } })
    expect(tables).toMatchObject([{ timeseries: {} }])
    expect(Object.keys(tables[0].timeseries)).toEqual([])
  }
})

it('tasks, updates and diagnostics work on a host without switches and disks', async () => {
  const publisher = newPublisher()
  await ok('system_update_trust_root_create', { body: publisher.rootRole })
  const body = await repositoryArchive(publisher)
  await ok('system_update_put_repository', { query: { file_name: 'release.zip' }, body })
  await ok('target_release_update', { body: { system_version: '1.0.0' } })
  const bundle = await ok('support_bundle_create')
  await server.clock.advance(300_000)
  await server.settle()
  const { components } = await ok('target_release_view')
  expect(components).toMatchObject([{ kind: 'sled', state: 'updated', system_version: '1.0.0' }])
  const tasks = server.plane.services.report.tasks()
  expect(tasks.filter(({ failing_since }) => failing_since !== null)).toEqual([])
  await ok('support_bundle_delete', { path: { bundle_id: bundle.id } })
})

it('demo data need neither switches nor disks', async () => {
  const demo = await startTestServer({ hardware, demo: true })
  expect((await demo.admin.ok('switch_list')).items).toEqual([])
  await demo.close()
})
