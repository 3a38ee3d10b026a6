import { afterAll, beforeAll, expect, it } from 'vitest'
import { conflict } from '../../kernel/http/errors.ts'
import { standardLimits } from '../../kernel/sagas/saga-drive.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let failure: () => Error
beforeAll(async () => {
  server = await startTestServer({
    beforeStep(saga) {
      if (saga === 'image-create') throw failure()
    },
  })
})
afterAll(() => server.close())

it('a disk fails with the error of its image, also when that may pass', async () => {
  failure = () => new PlatformError('transient', 'no answer')
  const { admin } = server
  const { id: project } = await admin.ok('project_create', { body: { name: 'passes', description: '' } })
  const make = (name: string, disk_source: object) =>
    admin.call('disk_create', { query: { project }, body: { name, description: '', size: GIB, disk_source } })
  await make('model', { type: 'blank', block_size: 512 })
  const snapshot = { name: 'snapshot', description: '', disk: 'model' }
  const { id } = await admin.ok('snapshot_create', { query: { project }, body: snapshot })
  const step = server.hold('image-create/image')
  const body = { name: 'image', description: '', os: 'o', version: 'v', source: { type: 'snapshot', id } }
  const making = admin.call('image_create', { query: { project }, body })
  await step.reached
  const { id: image_id } = await admin.ok('image_view', { path: { image: 'image' }, query: { project } })
  const copying = make('copy', { type: 'image', image_id })
  step.release()
  for (const answer of [await making, await copying])
    expect(answer).toMatchObject({ status: 503, body: { error_code: 'ServiceNotAvailable' } })
})

it('more disks than a worker runs at once wait for an image, and all fail with its error', async () => {
  failure = () => conflict('the snapshot cannot be read')
  const { admin, db } = server
  const { id: project } = await admin.ok('project_create', { body: { name: 'waits', description: '' } })
  const make = (name: string, disk_source: object) =>
    admin.call('disk_create', { query: { project }, body: { name, description: '', size: GIB, disk_source } })
  await make('model', { type: 'blank', block_size: 512 })
  const taken = await admin.ok('snapshot_create', {
    query: { project },
    body: { name: 'snapshot', description: '', disk: 'model' },
  })
  const before = (await admin.ok('utilization_view')).provisioned.storage

  const step = server.hold('image-create/image')
  const source = { type: 'snapshot', id: taken.id }
  const body = { name: 'image', description: '', os: 'o', version: 'v', source }
  const making = admin.call('image_create', { query: { project }, body })
  await step.reached
  const { id: image_id } = await admin.ok('image_view', { path: { image: 'image' }, query: { project } })
  const copies = Array.from({ length: standardLimits.slots.slow.all + 8 }, (_, i) =>
    make(`copy-${i}`, { type: 'image', image_id }),
  )
  const waiting = async () =>
    (await db.selectFrom('sagas').select('id').where('waits_for', 'is not', null).execute()).length
  await expect.poll(waiting).toBe(copies.length)
  step.release()

  const refused = { status: 409, body: { error_code: 'Conflict', message: 'the snapshot cannot be read' } }
  expect(await making).toMatchObject(refused)
  for (const answer of await Promise.all(copies)) expect(answer).toMatchObject(refused)
  const { items } = await admin.ok('disk_list', { query: { project } })
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['model'])
  expect((await admin.ok('utilization_view')).provisioned.storage).toBe(before)
  expect(await server.plane.services.sagas.list()).toEqual([])
})
