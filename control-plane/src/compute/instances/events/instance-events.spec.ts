import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { LEASE_MS } from '../../../platform/interface/instances.ts'
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

  describe('about a full storage', () => {
    const full = (id: string) => server.platform.faults.inject({ kind: 'instance_storage_full', target: id }).id
    const conditionOf = async (id: string) => (await view(server, id)).condition
    const isFull = (id: string) => async () => (await conditionOf(id))?.kind === 'storage_full'
    const history = async (target: string) => {
      const { items } = await admin.ok('project_history_list', { path: { project }, query: { target } })
      return items.map(({ operation }: { operation: string }) => operation)
    }
    const alertsAbout = async (id: string) => {
      const rows = await server.db.selectFrom('alerts').select(['class', 'data']).execute()
      return rows.filter(({ data }) => JSON.stringify(data).includes(id)).map((row) => row.class)
    }

    it('leaves an instance running with a condition, until there is room', async () => {
      const { id, time_run_state_updated } = await made(server, project)
      expect(await conditionOf(id)).toBeNull()
      const fault = full(id)
      await server.clock.advanceUntil(isFull(id))
      const paused = await view(server, id)
      expect(paused).toMatchObject({ run_state: 'running', time_run_state_updated })
      expect(paused.condition).toEqual({ kind: 'storage_full', since: expect.any(String), detail: expect.any(String) })
      const { items } = await admin.ok('instance_list', { query: { project } })
      expect(items.find((one: { id: string }) => one.id === id).condition).toEqual(paused.condition)
      expect(await alertsAbout(id)).toEqual(['instance.storage_full'])
      const { attention } = await admin.ok('project_overview', { path: { project } })
      expect(attention).toContainEqual(
        expect.objectContaining({ kind: 'instance_paused', id, reason: paused.condition.detail }),
      )
      await server.clock.advance(1000)
      server.platform.faults.end(fault)
      await server.clock.advanceUntil(async () => (await conditionOf(id)) === null)
      expect((await history(id)).slice(0, 2)).toEqual(['instance_continued', 'instance_storage_full'])
      expect(await alertsAbout(id)).toEqual(['instance.storage_full'])
    })

    it.each([
      ['instance_stop', 'stopped'],
      ['instance_reboot', 'running'],
    ] as const)('is over after %s', async (operation, state) => {
      const { id } = await made(server, project)
      const fault = full(id)
      await server.clock.advanceUntil(isFull(id))
      await admin.ok(operation, at(id))
      await server.settle()
      expect(await view(server, id)).toMatchObject({ run_state: state, condition: null })
      server.platform.faults.end(fault)
      await server.settle()
      expect(await view(server, id)).toMatchObject({ run_state: state, condition: null })
    })

    it('that was lost is found by the next comparison, in both directions', async () => {
      const { id } = await made(server, project)
      const fault = full(id)
      await server.clock.advanceUntil(isFull(id))
      const lost = { condition: null, condition_detail: null, time_condition: null }
      await server.db.updateTable('instances').set(lost).where('id', '=', id).execute()
      const compare = () => reconcileMachines(server.plane.services, AbortSignal.timeout(60_000))
      await compare()
      expect(await conditionOf(id)).toMatchObject({ kind: 'storage_full' })
      const { condition_detail, time_condition } = await server.db
        .selectFrom('instances')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      server.platform.faults.end(fault)
      await server.clock.advanceUntil(async () => (await conditionOf(id)) === null)
      const kept = { condition: 'storage_full', condition_detail, time_condition } as const
      await server.db.updateTable('instances').set(kept).where('id', '=', id).execute()
      await compare()
      expect(await conditionOf(id)).toBeNull()
    })

    it('of an earlier run changes nothing', async () => {
      const { id } = await made(server, project)
      const condition = { kind: 'storage_full', since: new Date(), detail: 'Late' } as const
      const event = { id: randomId(), kind: 'instance-condition', instanceId: id, runId: 'earlier', condition } as const
      await server.db.transaction().execute((tx) => applyEvent(tx, server.plane.services, event, server.clock.now()))
      expect(await conditionOf(id)).toBeNull()
    })
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
