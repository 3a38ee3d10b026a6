import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDisk, newProject } from '../../compute/instances/instance-fixtures.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let fails = false
beforeAll(async () => {
  server = await startTestServer({
    beforeStep(saga, step) {
      if (fails && `${saga}/${step}` === 'support-bundle-delete/file') throw new Error('the disk is read-only')
    },
  })
})
afterAll(() => server.close())

const at = (saga_id: string) => ({ path: { saga_id } })
const listed = async () => (await server.admin.ok('saga_list')).items

/** Starts a deletion that keeps failing. Returns the bundle and the saga. */
async function failingDeletion(): Promise<{ bundle: string; saga: string }> {
  const { id } = await server.admin.ok('support_bundle_create')
  fails = true
  await server.admin.call('support_bundle_delete', { path: { bundle_id: id } })
  await server.clock.advanceUntil(async () => (await listed())[0].attempts > 10, 10_000, 4 * 3_600_000)
  fails = false
  return { bundle: id, saga: (await listed())[0].id }
}

it('lists a failing saga with error, step and next attempt, and retries it on request', async () => {
  const { bundle, saga } = await failingDeletion()
  const view = await server.admin.ok('saga_view', at(saga))
  expect(view).toMatchObject({
    name: 'support-bundle-delete',
    state: 'running',
    step: 'file',
    undoing: false,
    attempts: 11,
    time_next_attempt: expect.stringMatching(/^2026/),
    error: 'the disk is read-only',
    subject: { kind: 'support_bundle', id: bundle, name: null, silo_name: null, project_name: null },
    actor_id: server.admin.userId,
    actor_name: expect.any(String),
  })
  expect(await listed()).toContainEqual(view)
  const viewer = await server.user({ fleet: 'viewer' })
  expect((await viewer.call('saga_retry', at(saga))).status).toBe(403)
  const answer = await server.admin.call('saga_retry', at(saga))
  expect(answer).toMatchObject({ status: 202, body: { id: saga, state: 'running', attempts: 0 } })
  await server.settle()
  expect((await server.admin.call('support_bundle_view', { path: { bundle_id: bundle } })).status).toBe(404)
  expect(await viewer.ok('saga_view', at(saga))).toMatchObject({ state: 'done', step: null, error: null })
  expect(await listed()).toEqual([])

  const again = await server.admin.call('saga_retry', at(saga))
  expect(again).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
  expect(again.body.message).toBe(`saga ${saga} has ended: there is nothing to retry`)
  const entries = await server.admin.ok('audit_log_list', { query: { target: saga } })
  expect(entries.items.map(({ status }: { status: number }) => status).toSorted()).toEqual([202, 409])
})

it('lists running sagas, and does not retry one that a worker has claimed', async () => {
  const held = server.hold('support-bundle-collect/collect', 2)
  for (let made = 0; made < 2; made++) await server.admin.ok('support_bundle_create')
  await held.reached
  expect(await listed()).toHaveLength(2)
  const [{ id }] = await listed()
  const refused = await server.admin.call('saga_retry', at(id))
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('is being worked on') } })
  held.release()
})

it('names the resource of a saga, and the user who started it', async () => {
  const project = await newProject(server)
  const user = await server.user({ projects: { [project]: 'collaborator' } })
  const held = server.hold('disk-create/volume')
  const making = user.call('disk_create', { query: { project }, body: newDisk('slow') })
  await held.reached
  const saga = (await listed()).find(({ name }: { name: string }) => name === 'disk-create')
  expect(saga).toMatchObject({
    name: 'disk-create',
    subject: { kind: 'disk', name: 'slow', silo_name: 'default', project_name: expect.any(String) },
    actor_id: user.userId,
  })
  held.release()
  const { body: disk } = await making
  expect(saga.subject.id).toBe(disk.id)
})

it('an unknown saga is not found', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const operation of ['saga_view', 'saga_retry'] as const) {
    expect((await server.admin.call(operation, at('x'))).status).toBe(400)
    expect((await server.admin.call(operation, at(unknown))).body.message).toBe(`not found: saga with id "${unknown}"`)
  }
})
