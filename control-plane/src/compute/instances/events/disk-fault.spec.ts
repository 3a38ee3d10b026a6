import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockWaits } from '../../../testing/lock-waits.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { create, createDetachedDisk, made, newDisk, newProject } from '../instance-fixtures.ts'
import { faultDisk } from './disk-fault.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a disk that is attached concurrently with its fault is detached from its instance', async () => {
  const { db, clock } = server
  const project = await newProject(server)
  const disk = await createDetachedDisk(server, project, 'disk')
  const instance = await made(server, project, { start: false })
  const fault = () => db.transaction().execute((tx) => faultDisk(tx, disk.id, 'Fault by request', clock.now()))

  const attached = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const attaching = db.transaction().execute(async (tx) => {
    const fields = { state: 'attached', instance_id: instance.id } as const
    await tx.updateTable('instances').set({ boot_disk_id: disk.id }).where('id', '=', instance.id).execute()
    await tx.updateTable('disks').set(fields).where('id', '=', disk.id).execute()
    attached.resolve()
    await commit.promise
  })
  await attached.promise
  const faulting = fault()
  await expect.poll(() => lockWaits(db)).toBe(1)
  commit.resolve()
  await attaching
  await faulting
  // The event is delivered again when it came in between.
  expect(await fault()).toBe('applied')
  const { boot_disk_id } = await db
    .selectFrom('instances')
    .select('boot_disk_id')
    .where('id', '=', instance.id)
    .executeTakeFirstOrThrow()
  expect(boot_disk_id).toBeNull()
  const row = await db.selectFrom('disks').select(['state', 'instance_id']).where('id', '=', disk.id).execute()
  expect(row).toEqual([{ state: 'faulted', instance_id: null }])
})

it('a disk that fails while its instance is created is faulted afterwards', async () => {
  const { admin, platform } = server
  const project = await newProject(server)
  const step = server.hold('instance-create/prepare')
  const creating = create(admin, project, { disks: [newDisk('new')], start: false })
  await step.reached
  const { items } = await admin.ok('disk_list', { query: { project } })
  platform.faults.end(platform.faults.inject({ kind: 'disk_fault', target: items[0].id }).id)
  await server.clock.advance(2000)
  step.release()
  expect((await creating).status).toBe(201)
  await server.clock.advance(2000)
  const disk = { path: { disk: items[0].id } }
  await expect
    .poll(async () => (await admin.ok('disk_view', disk)).state, { timeout: 5000 })
    .toEqual({ state: 'faulted' })
  expect((await admin.call('disk_delete', disk)).status).toBe(204)
})
