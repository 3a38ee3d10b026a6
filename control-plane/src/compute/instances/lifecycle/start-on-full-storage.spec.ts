import { afterAll, beforeAll, expect, it } from 'vitest'
import { syncHardware } from '../../../fleet/inventory/inventory.ts'
import { GIB } from '../../../kernel/values/bytes.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { newBody, newProject, until } from '../instance-fixtures.ts'

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer({ hardware: { sleds: 1, expungedSleds: 0, storageBytesPerSled: 512 * GIB } })
  project = await newProject(server)
})
afterAll(() => server.close())

const create = async (start: boolean) =>
  (await server.admin.ok('instance_create', { query: { project }, body: newBody({ start }) })).id as string
const at = (instance: string) => ({ path: { instance } })

it('no instance starts while the storage is full, and those that run go on', async () => {
  const [running, stopped] = [await create(true), await create(false)]
  await until(server, running, 'running')
  const full = server.platform.faults.inject({ kind: 'sled_storage_full', target: '*' })
  await expect
    .poll(() => server.db.selectFrom('sleds').select('storage_full').execute())
    .toEqual([{ storage_full: true }])

  const message = /^Insufficient capacity: the storage is full, so no instance can start: delete disks, snapshots or/
  expect(await server.admin.call('instance_start', at(stopped))).toMatchObject({
    status: 507,
    body: { error_code: 'InsufficientCapacity', message: expect.stringMatching(message) },
  })
  const created = await create(true)
  await server.settle()
  expect(await server.admin.ok('instance_view', at(created))).toMatchObject({ run_state: 'stopped' })
  expect((await server.admin.call('instance_reboot', at(running))).status).toBe(202)
  await until(server, running, 'running')

  // As at a start of the server.
  await syncHardware(server.plane.services)
  expect((await server.admin.call('instance_start', at(stopped))).status).toBe(507)
  const body = { name: 'later', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
  const createDisk = () => server.admin.call('disk_create', { query: { project }, body })
  expect((await createDisk()).status).toBe(507)

  server.platform.faults.end(full.id)
  await expect
    .poll(() => server.db.selectFrom('sleds').select('storage_full').execute())
    .toEqual([{ storage_full: false }])
  // Without a reconciliation: its turn comes once in a minute.
  await expect.poll(async () => (await createDisk()).status).toBe(201)
  for (const id of [stopped, created]) {
    expect((await server.admin.call('instance_start', at(id))).status).toBe(202)
    await until(server, id, 'running')
  }
})
