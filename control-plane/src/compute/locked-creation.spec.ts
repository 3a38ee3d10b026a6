import { afterAll, beforeAll, expect, it } from 'vitest'
import { conflict } from '../kernel/http/errors.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { create, createDetachedDisk, newProject } from './instances/instance-fixtures.ts'

let server: TestServer
let project: string
let failing: string | undefined
beforeAll(async () => {
  server = await startTestServer({
    beforeStep(saga) {
      if (saga === failing) throw conflict('injected')
    },
  })
  project = await newProject(server)
})
afterAll(() => server.close())

const body = { locked: true }

it('a thing that is being created is locked once it is created', async () => {
  const { admin } = server
  const step = server.hold('instance-create/volumes')
  const creation = create(admin, project, { start: false, name: 'slow' })
  await step.reached
  const { id } = await admin.ok('instance_view', { path: { instance: 'slow' }, query: { project } })
  const lock = admin.call('instance_deletion_lock_update', { path: { instance: id }, body })
  step.release()
  expect((await creation).status).toBe(201)
  expect(await lock).toMatchObject({ status: 200, body: { run_state: 'stopped', deletion_locked: true } })
})

it('one whose creation fails is not locked, and leaves nothing', async () => {
  const { admin } = server
  const step = server.hold('disk-create/volume')
  const creation = createDetachedDisk(server, project, 'never-made').catch((error: Error) => error.message)
  await step.reached
  const { id } = await admin.ok('disk_view', { path: { disk: 'never-made' }, query: { project } })
  const lock = admin.call('disk_deletion_lock_update', { path: { disk: id }, body })
  failing = 'disk-create'
  step.release()
  expect(await creation).toMatch('injected')
  expect((await lock).status).toBe(404)
  expect((await admin.call('disk_view', { path: { disk: id } })).status).toBe(404)
})
