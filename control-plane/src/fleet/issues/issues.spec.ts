import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newDisk, newProject } from '../../compute/instances/instance-fixtures.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { syncHardware } from '../inventory/inventory.ts'
import { apply, makeBgp, peer, settings } from '../rack/networking-fixtures.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ hardware: { expungedSleds: 0, uninitializedSleds: 0 } })
})
afterEach(() => server.close())

const DAY_MS = 86_400_000
const now = () => server.plane.services.clock.now()
const daysFromNow = (days: number) => new Date(now().getTime() + days * DAY_MS)
const view = () => server.admin.ok('system_issues_view') as Promise<{ issues: SystemIssue[]; truncated: string[] }>
/** The issues as `severity kind name: message`. */
async function found(): Promise<string[]> {
  const { issues } = await view()
  return issues.map(({ severity, kind, name, message }) => `${severity} ${kind} ${name}: ${message}`)
}

it('is empty when all is well', async () => {
  expect(await view()).toEqual({ issues: [], truncated: [] })
})

it('finds sleds and disks that are expunged or unreachable', async () => {
  const { items } = await server.admin.ok('sled_list')
  const [lost, gone] = items as { id: string; baseboard: { serial: string } }[]
  const { faults } = server.platform
  const fault = faults.inject({ kind: 'sled_unreachable', target: lost!.id })
  await server.db.updateTable('sleds').set({ policy: 'expunged' }).where('id', '=', gone!.id).execute()
  const disks = await server.db
    .selectFrom('physical_disks')
    .select(['id', 'serial', 'sled_id'])
    .where('sled_id', 'in', [lost!.id, gone!.id])
    .execute()
  const of = (sled: string) => disks.find(({ sled_id }) => sled_id === sled)!
  const expunged = [of(lost!.id).id, of(gone!.id).id]
  await server.db.updateTable('physical_disks').set({ policy: 'expunged' }).where('id', 'in', expunged).execute()
  await syncHardware(server.plane.services)
  expect(await found()).toEqual([
    `critical sled ${lost!.baseboard.serial}: Unreachable: its instances fail within a minute`,
    `warning sled ${gone!.baseboard.serial}: Expunged: it runs no instances`,
    `warning physical_disk ${of(lost!.id).serial}: Expunged, in sled ${lost!.baseboard.serial}`,
  ])
  faults.end(fault.id)
})

it('shows the start of each as long as it lasts', async () => {
  const times = async () => (await view()).issues.map(({ time_began }) => time_began ?? null)
  const setPolicy = (policy: 'expunged' | 'in_service') =>
    server.db.updateTable('sleds').set({ policy }).where('serial', '=', 'SL000001').execute()
  await setPolicy('expunged')
  expect(await times()).toEqual([null])
  const before = now()
  await server.clock.advance(61_000)
  const [noted] = await times()
  expect(Date.parse(noted!)).toBeGreaterThan(before.getTime())
  server.clock.leap(3_600_000)
  await server.clock.advance(61_000)
  expect(await times()).toEqual([noted])
  await setPolicy('in_service')
  await server.clock.advance(61_000)
  await setPolicy('expunged')
  await server.clock.advance(61_000)
  const [again] = await times()
  expect(Date.parse(again!)).toBeGreaterThan(Date.parse(noted!) + 3_600_000)
})

it('finds failed updates', async () => {
  const [sled] = (await server.admin.ok('sled_list')).items
  const component = { kind: 'sled' as const, generation: 2, state: 'failed' as const, system_version: null }
  await server.db
    .insertInto('release_components')
    .values({ ...component, id: sled.id, serial: sled.baseboard.serial, problem: 'No answer', time_modified: now() })
    .execute()
  expect(await found()).toEqual([`warning release_component ${sled.baseboard.serial}: Could not be updated: No answer`])
})

it('finds sleds with little storage, without, and whose storage cannot merge layers', async () => {
  await server.close()
  const hardware = { sleds: 1, expungedSleds: 0, uninitializedSleds: 0, storageBytesPerSled: 100 * 2 ** 30 }
  server = await startTestServer({ hardware })
  expect(await found()).toEqual([])
  const [{ id, baseboard }] = (await server.admin.ok('sled_list')).items
  const low = server.platform.faults.inject({ kind: 'sled_storage_low', target: id })
  expect(await found()).toEqual([`warning storage ${baseboard.serial}: 10% of 100 GiB are free`])
  const full = server.platform.faults.inject({ kind: 'sled_storage_full', target: id })
  expect(await found()).toEqual([
    `critical storage ${baseboard.serial}: Full: new disks, images and snapshots are refused, and instances that write are paused`,
  ])
  server.platform.faults.end(low.id)
  server.platform.faults.end(full.id)
  server.platform.faults.inject({ kind: 'sled_storage_problem', target: id })
  expect(await found()).toEqual([
    `warning storage ${baseboard.serial}: Layers of disks are not merged or shortened: No space is left`,
  ])
})

it('finds uninitialized sleds until they are being added', async () => {
  await server.close()
  server = await startTestServer({ hardware: { expungedSleds: 0, uninitializedSleds: 1 } })
  const [{ baseboard, cubby }] = (await server.admin.ok('sled_list_uninitialized')).items
  expect(await found()).toEqual([`warning uninitialized_sled ${baseboard.serial}: Not added yet (cubby ${cubby})`])
  const held = server.hold('sled-add/sled')
  const adding = server.admin.ok('sled_add', { body: { part: baseboard.part, serial: baseboard.serial } })
  await held.reached
  expect(await found()).toEqual([])
  held.release()
  await adding
  expect(await found()).toEqual([])
})

it('finds quotas and pools with more than 90 % in use', async () => {
  const quota = { cpus: 10, memory: 100, storage: 1000 }
  const use = (fields: object) =>
    server.db
      .updateTable('quotas')
      .set({ ...quota, ...fields })
      .where('silo_id', '=', server.siloId)
      .execute()
  await use({ cpus_provisioned: 9, memory_provisioned: 90, storage_provisioned: 900 })
  expect(await found()).toEqual([])
  await use({ memory_provisioned: 95, storage_provisioned: 1000 })
  expect(await found()).toEqual(['critical quota default: Uses 95% of memory, all storage of its quota'])
  await use({ memory_provisioned: 91, storage_provisioned: 0 })
  expect(await found()).toEqual(['warning quota default: Uses 91% of memory of its quota'])
  await use({ cpus: 0, cpus_provisioned: 0, memory_provisioned: 0, storage_provisioned: 0 })
  expect(await found()).toEqual([])

  await server.admin.ok('ip_pool_create', { body: { name: 'tiny', description: '' } })
  const range = { first: '203.0.113.1', last: '203.0.113.11' }
  await server.admin.ok('ip_pool_range_add', { path: { pool: 'tiny' }, body: range })
  const pool = await server.admin.ok('ip_pool_view', { path: { pool: 'tiny' } })
  const leave = (last: string) =>
    server.db.updateTable('ip_pool_gaps').set({ last }).where('owner_id', '=', pool.id).execute()
  await leave('203.0.113.2')
  expect(await found()).toEqual([])
  await leave('203.0.113.1')
  expect(await found()).toEqual(['warning ip_pool tiny: 1 of 11 addresses are free'])
  await server.db.deleteFrom('ip_pool_gaps').where('owner_id', '=', pool.id).execute()
  expect(await found()).toEqual(['critical ip_pool tiny: No address is free'])
})

it('finds expired and soon expiring certificates, by expiry', async () => {
  const expiring = (name: string, days: number) => ({
    id: randomId(),
    silo_id: server.siloId,
    name,
    description: '',
    cert: '',
    private_key: '',
    names: '[]',
    time_starts: daysFromNow(-90),
    time_expires: daysFromNow(days),
    time_created: now(),
    time_modified: now(),
  })
  const day = (days: number) => daysFromNow(days).toISOString().slice(0, 10)
  await server.db
    .insertInto('certificates')
    .values([expiring('far', 31), expiring('near', 29), expiring('over', -1)])
    .execute()
  expect(await found()).toEqual([
    `critical certificate over: Expired on ${day(-1)}`,
    `warning certificate near: Expires on ${day(29)}`,
  ])
  const { issues } = await view()
  expect(issues.map(({ silo_name }) => silo_name)).toEqual(['default', 'default'])
  // The second was created less than 30 days before its expiry.
  expect(issues.map(({ time_began }) => Date.parse(time_began!))).toEqual([daysFromNow(-1).getTime(), now().getTime()])
})

it('finds sessions that are down', async () => {
  await server.admin.ok('networking_bfd_enable', {
    body: {
      detection_threshold: 3,
      mode: 'single_hop',
      remote: '192.0.2.200',
      required_rx: 1_000_000,
      switch: 'switch0',
    },
  })
  await makeBgp(server.admin, 'edge', 65_100)
  const body = settings('uplink', { bgp_peers: [{ link_name: 'phy0', peers: [peer('192.0.2.8', 'edge')] }] })
  await server.admin.ok('networking_switch_port_settings_create', { body })
  // One peer on two links is one issue.
  await apply(server, 'qsfp3', 'uplink')
  await apply(server, 'qsfp4', 'uplink')
  await server.settle()
  await server.clock.advance(10_000)
  expect(await found()).toEqual([])
  const { faults } = server.platform
  faults.inject({ kind: 'bgp_down', target: 'switch0/192.0.2.8' })
  faults.inject({ kind: 'bfd_down', target: 'switch0/192.0.2.200' })
  expect(await found()).toEqual([
    expect.stringMatching(/^critical bgp_session 192\.0\.2\.8: Session of switch0 with AS \d+ is not established/),
    'critical bfd_session 192.0.2.200: Session of switch0 is down',
  ])
  const times = (await view()).issues.map(({ time_began }) => Date.parse(time_began!))
  expect(times).toEqual([now().getTime(), now().getTime()])
})

it('finds failed disks, deliveries, support bundles and sagas', async () => {
  const project = await newProject(server)
  const { type: _, ...body } = newDisk('worn')
  const disk = await server.admin.ok('disk_create', { query: { project }, body })
  await server.db.updateTable('disks').set({ state: 'faulted' }).where('id', '=', disk.id).execute()
  const times = { time_created: now(), time_modified: now() }
  const receiver = { id: randomId(), name: 'pager', description: '', endpoint: 'https://pager.example', ...times }
  await server.db.insertInto('alert_receivers').values(receiver).execute()
  for (const days of [0, 0, -2]) {
    const alert_id = randomId()
    const time_created = daysFromNow(days)
    await server.db
      .insertInto('alerts')
      .values({ id: alert_id, class: 'sled.added', data: '{}', time_created, time_dispatched: time_created })
      .execute()
    await server.db
      .insertInto('alert_deliveries')
      .values({
        id: randomId(),
        alert_id,
        receiver_id: receiver.id,
        trigger: 'alert',
        state: 'failed',
        due: null,
        lease_id: null,
        time_created,
      })
      .execute()
  }
  const bundle = {
    id: randomId(),
    physical_disk_id: randomId(),
    state: 'failed' as const,
    reason_for_creation: 'asked for',
    reason_for_failure: 'no room',
    saga_id: null,
    ...times,
  }
  await server.db.insertInto('support_bundles').values(bundle).execute()
  const saga = randomId()
  await server.db
    .insertInto('sagas')
    .values({
      id: saga,
      name: 'disk-create',
      state: 'running',
      undoing: true,
      step: 1,
      data: '{}',
      attempts: 9,
      error: 'no space left',
      due: daysFromNow(1),
      ...times,
      time_created: daysFromNow(-1),
    })
    .execute()
  expect((await view()).issues[0]).toMatchObject({
    silo_name: 'default',
    project_name: expect.stringMatching(/^project/),
  })
  expect(await found()).toEqual([
    'critical disk worn: Disk faulted',
    'warning alert_deliveries pager: 2 deliveries failed within a day',
    `warning support_bundle ${bundle.id}: Could not be collected: no room`,
    'critical saga disk-create: Not undone within an hour, tried 9 times: no space left',
  ])
})

it('limits the issues of a kind, and marks them as truncated', async () => {
  const [sled] = await server.db.selectFrom('sleds').selectAll().limit(1).execute()
  const many = Array.from({ length: 101 }, (_, at) => ({
    ...sled!,
    id: randomId(),
    serial: `X${at}`,
    policy: 'expunged' as const,
  }))
  await server.db.insertInto('sleds').values(many).execute()
  const { issues, truncated } = await view()
  expect(issues).toHaveLength(100)
  expect(truncated).toEqual(['sled'])
})
