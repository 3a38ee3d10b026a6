import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import {
  injectFault,
  made,
  createDetachedDisk,
  newDisk,
  newProject,
  settleAndCheck,
  simulator,
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

  it('fails the instances of an unreachable sled, which gets no new ones until it is reachable', async () => {
    const { id } = await made(server, project)
    const { sled_id } = await server.db
      .selectFrom('instances')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const fault = simulator(server).faults.inject({ kind: 'sled_unreachable', target: sled_id! })
    await until(server, id, 'failed')
    const reachable = async () =>
      (await server.db.selectFrom('sleds').select('reachable').where('id', '=', sled_id!).executeTakeFirstOrThrow())
        .reachable
    await server.clock.advanceUntil(async () => !(await reachable()))
    await admin.ok('instance_start', at(id))
    await until(server, id, 'running')
    expect(await server.db.selectFrom('instances').select('id').where('sled_id', '=', sled_id).execute()).toEqual([])
    simulator(server).faults.end(fault.id)
    await server.clock.advanceUntil(reachable)
  })

  it('faults a disk, which is then detached and can be deleted', async () => {
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk(`faulty-${++count}`) })
    simulator(server).faults.inject({ kind: 'disk_fault', target: boot_disk_id })
    await server.clock.advanceUntil(
      async () => (await admin.ok('disk_view', { path: { disk: boot_disk_id } })).state.state === 'faulted',
    )
    expect((await view(server, id)).boot_disk_id).toBeNull()
    expect((await admin.call('disk_delete', { path: { disk: boot_disk_id } })).status).toBe(204)
  })

  it('a panic on the console fails the instance', async () => {
    const { id } = await made(server, project)
    const stream = await simulator(server).instances.serial.open(id, { mostRecent: 0 })
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
    const machine = [...simulator(server).instances.machines()].find(({ spec }) => spec.id === id)
    expect(machine?.spec.volumes.map((volume) => volume.id)).toEqual([disk.id])
    expect((await admin.ok('disk_view', { path: { disk: disk.id } })).state).toEqual({
      state: 'attached',
      instance: id,
    })
  })
})
