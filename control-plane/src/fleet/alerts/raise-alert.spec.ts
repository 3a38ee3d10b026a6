import { afterAll, beforeAll, expect, it } from 'vitest'
import { made, newDisk, newProject, until } from '../../compute/instances/instance-fixtures.ts'
import type { FaultKind } from '../../platform/interface/faults.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { raiseAlert } from './raise-alert.ts'

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
})
afterAll(() => server.close())

const fault = (kind: FaultKind, target: string) => server.platform.faults.inject({ kind, target })

const raised = async (alertClass: string) => {
  const rows = await server.db.selectFrom('alerts').select(['class', 'data']).execute()
  return rows.filter((row) => row.class === alertClass).map(({ data }) => data)
}
const soon = (alertClass: string) => server.clock.advanceUntil(async () => (await raised(alertClass)).length > 0)
const aboutInstance = ({ id, name }: { id: string; name: string }) => ({
  instance_id: id,
  instance_name: name,
  project_id: project,
  silo_id: server.siloId,
})

it('reports an instance that failed, and its automatic restart', async () => {
  const instance = await made(server, project)
  fault('instance_fail', instance.id)
  await until(server, instance.id, 'failed')
  expect(await raised('instance.failed')).toEqual([aboutInstance(instance)])
  await until(server, instance.id, 'running')
  expect(await raised('instance.auto_restarted')).toEqual([aboutInstance(instance)])
})

it('reports an instance that could not be started', async () => {
  const instance = await made(server, project, { start: false })
  fault('start_fail', instance.id)
  await server.admin.ok('instance_start', { path: { instance: instance.id } })
  await until(server, instance.id, 'failed')
  expect(await raised('instance.start_failed')).toEqual([aboutInstance(instance)])
})

it('reports an instance that was created but not started, and why', async () => {
  const setCpus = (cpus: number) =>
    server.admin.ok('silo_quotas_update', { path: { silo: server.siloId }, body: { cpus } })
  const { cpus } = await server.admin.ok('silo_quotas_view', { path: { silo: server.siloId } })
  await setCpus(0)
  const instance = await made(server, project)
  await setCpus(cpus)
  const reason =
    "Insufficient capacity: 2 vCPUs asked for, 0 vCPUs left in the silo's quota: resize the instance, or ask an operator for a larger quota"
  expect(await raised('instance.start_failed')).toContainEqual({ ...aboutInstance(instance), reason })
})

it('reports failed hardware once', async () => {
  const { items: disks } = await server.admin.ok('physical_disk_list')
  fault('physical_disk_fail', disks[0].id)
  await soon('physical_disk.failed')
  fault('physical_disk_fail', disks[0].id)
  const { items: sleds } = await server.admin.ok('sled_list')
  fault('sled_unreachable', sleds[0].id)
  await soon('sled.unreachable')
  await server.clock.advance(120_000)
  expect(await raised('physical_disk.failed')).toEqual([{ physical_disk_id: disks[0].id, sled_id: disks[0].sled_id }])
  expect(await raised('sled.unreachable')).toEqual([{ sled_id: sleds[0].id }])
})

it('reports an added sled', async () => {
  const { items } = await server.admin.ok('sled_list_uninitialized')
  const { part, serial } = items[0].baseboard
  const { id } = await server.admin.ok('sled_add', { body: { part, serial } })
  await soon('sled.added')
  expect(await raised('sled.added')).toEqual([{ sled_id: id, part, serial }])
})

it('reports a faulted disk', async () => {
  const { id: instance_id, boot_disk_id: disk_id } = await made(server, project, { boot_disk: newDisk('faulty') })
  fault('disk_fault', disk_id)
  await soon('disk.faulted')
  expect(await raised('disk.faulted')).toEqual([{ disk_id, disk_name: 'faulty', project_id: project, instance_id }])
})

it('reports sessions that went down', async () => {
  await server.admin.ok('networking_bfd_enable', {
    body: { detection_threshold: 3, mode: 'single_hop', remote: '192.0.2.10', required_rx: 1e6, switch: 'switch0' },
  })
  await server.clock.advance(10_000)
  fault('bfd_down', '*')
  await soon('bfd.session_down')
  expect(await raised('bfd.session_down')).toEqual([{ switch: 'switch0', peer: '192.0.2.10' }])
})

it('is not raised when its change is rolled back', async () => {
  const before = (await server.db.selectFrom('alerts').select('id').execute()).length
  const failing = server.db.transaction().execute(async (tx) => {
    await raiseAlert(tx, 'sled.unreachable', { sled_id: 'x' }, server.clock.now())
    throw new Error('not after all')
  })
  await expect(failing).rejects.toThrow('not after all')
  expect(await server.db.selectFrom('alerts').select('id').execute()).toHaveLength(before)
})

it('shortens long reasons', async () => {
  const data = { support_bundle_id: 'bundle', reason: 'x'.repeat(100_000) }
  await server.db.transaction().execute((tx) => raiseAlert(tx, 'support_bundle.failed', data, server.clock.now()))
  const [{ reason }] = (await raised('support_bundle.failed')) as [{ reason: string }]
  expect(reason).toBe(`${'x'.repeat(511)}…`)
})

it('tells whatever text a platform gives as a reason', async () => {
  const data = { saga_id: 'saga', saga_name: 'x'.repeat(510) + '\u{1f4be}'.repeat(10), count: 1, time_created: '' }
  await server.db.transaction().execute((tx) => raiseAlert(tx, 'saga.overdue', data, server.clock.now()))
  expect(await raised('saga.overdue')).toEqual([{ ...data, saga_name: `${'x'.repeat(510)}\ufffd…` }])
  const hardware = { physical_disk_id: 'a \0', sled_id: 'b \ud83d' }
  await server.db.transaction().execute((tx) => raiseAlert(tx, 'physical_disk.failed', hardware, server.clock.now()))
  expect(await raised('physical_disk.failed')).toContainEqual({ physical_disk_id: 'a \ufffd', sled_id: 'b \ufffd' })
})
