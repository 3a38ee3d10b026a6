import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LEASE_MS } from '../../../platform/instances.ts'
import { randomId } from '../../../kernel/uuid.ts'
import { applyEvent } from '../../../reconcile/apply-event.ts'
import { reconcileMachines } from '../../../reconcile/machines.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import {
  injectFault,
  made,
  createDetachedDisk,
  newDisk,
  newProject,
  settleAndCheck,
  until,
  view,
} from '../instance-fixtures.ts'

let server: TestServer
let admin: Caller
let project: string
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  project = await newProject(server)
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

let count = 0
const at = (instance: string) => ({ path: { instance } })

describe('An event of the platform', () => {
  it('moves an instance to another sled and back to running', async () => {
    const { id } = await made(server, project)
    const sled = () =>
      server.db.selectFrom('instances').select('sled_id').where('id', '=', id).executeTakeFirstOrThrow()
    const before = await sled()
    await injectFault(server, id, 'instance_migrate')
    await until(server, id, 'running')
    expect(await sled()).not.toEqual(before)
  })

  it('repairs an instance', async () => {
    const { id } = await made(server, project)
    await injectFault(server, id, 'instance_repair')
    expect((await view(server, id)).run_state).toBe('repairing')
    await until(server, id, 'running')
  })

  it('that it lost its network leaves an instance running, and is in its history', async () => {
    const { id } = await made(server, project)
    const { run_id: runId } = await server.db
      .selectFrom('instances')
      .select('run_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const about = { instanceId: id, runId: runId!, reason: 'A program ended' }
    const event = { id: randomId(), kind: 'instance-network-lost', ...about } as const
    await server.db.transaction().execute((tx) => applyEvent(tx, server.plane.services, event, server.clock.now()))
    expect((await view(server, id)).run_state).toBe('running')
    const { items } = await admin.ok('project_history_list', { path: { project }, query: { target: id } })
    expect(items[0]).toMatchObject({ operation: 'instance_network_lost', reason: 'A program ended', target: id })
  })

  it('fails the instances of an unreachable sled, which gets no new ones until it is reachable', async () => {
    const { id } = await made(server, project)
    const { sled_id } = await server.db
      .selectFrom('instances')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const fault = server.platform.faults.inject({ kind: 'sled_unreachable', target: sled_id! })
    const reachable = async () =>
      (await server.db.selectFrom('sleds').select('reachable').where('id', '=', sled_id!).executeTakeFirstOrThrow())
        .reachable
    await server.clock.advanceUntil(async () => !(await reachable()))
    // Its machine may still write to its disks: nothing starts elsewhere, also after a reconciliation.
    await server.clock.advance(LEASE_MS / 2)
    await reconcileMachines(server.plane.services, AbortSignal.timeout(60_000))
    expect((await view(server, id)).run_state).toBe('running')
    expect(server.platform.inspect.machine(id)?.run).toMatchObject({ sledId: sled_id })
    await until(server, id, 'failed')
    expect(server.platform.inspect.machine(id)?.run).toBeNull()
    await admin.ok('instance_start', at(id))
    await until(server, id, 'running')
    expect(await server.db.selectFrom('instances').select('id').where('sled_id', '=', sled_id).execute()).toEqual([])
    server.platform.faults.end(fault.id)
    await server.clock.advanceUntil(reachable)
  })

  it('keeps an instance whose sled is reachable again before the lease of its machine is over', async () => {
    const { id } = await made(server, project)
    const { run } = server.platform.inspect.machine(id)!
    server.platform.faults.inject({ kind: 'sled_unreachable', target: run!.sledId, for: LEASE_MS / 3000 })
    await server.clock.advance(3 * LEASE_MS)
    expect((await view(server, id)).run_state).toBe('running')
    expect(server.platform.inspect.machine(id)?.run).toEqual(run)
    const events = server.db.selectFrom('platform_events').select('event').where('subject', '=', id)
    expect(await events.execute()).toEqual([])
  })

  it('a stop on an unreachable sled is done once the lease of the machine is over', async () => {
    const { id } = await made(server, project)
    const { run } = server.platform.inspect.machine(id)!
    const fault = server.platform.faults.inject({ kind: 'sled_unreachable', target: run!.sledId })
    await admin.ok('instance_stop', at(id))
    await server.clock.advance(LEASE_MS / 3)
    expect((await view(server, id)).run_state).toBe('stopping')
    await until(server, id, 'stopped')
    expect(server.platform.inspect.machine(id)?.run).toBeNull()
    server.platform.faults.end(fault.id)
  })

  it('faults a disk, which is then detached and can be deleted', async () => {
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk(`faulty-${++count}`) })
    server.platform.faults.inject({ kind: 'disk_fault', target: boot_disk_id })
    await server.clock.advanceUntil(
      async () => (await admin.ok('disk_view', { path: { disk: boot_disk_id } })).state.state === 'faulted',
    )
    expect((await view(server, id)).boot_disk_id).toBeNull()
    expect((await admin.call('disk_delete', { path: { disk: boot_disk_id } })).status).toBe(204)
  })

  it('a panic on the console fails the instance', async () => {
    const { id } = await made(server, project)
    const stream = await server.platform.instances.serial.open(id, { mostRecent: 0 })
    await stream.write(new TextEncoder().encode('root\npanic\n'))
    await until(server, id, 'failed')
    expect(await admin.call('instance_serial_console', { ...at(id), query: { most_recent: 1 } })).toMatchObject({
      status: 400,
    })
  })

  it('a disk that is attached before a start is still attached after it', async () => {
    const { id } = await made(server, project, { start: false })
    const disk = await createDetachedDisk(server, project, `late-${++count}`)
    await admin.ok('instance_disk_attach', { ...at(id), body: { disk: disk.id } })
    await admin.ok('instance_start', at(id))
    await server.settle()
    const machine = server.platform.inspect.machine(id)
    expect(machine?.spec.volumes.map((volume) => volume.id)).toEqual([disk.id])
    expect((await admin.ok('disk_view', { path: { disk: disk.id } })).state).toEqual({
      state: 'attached',
      instance: id,
    })
  })
})
