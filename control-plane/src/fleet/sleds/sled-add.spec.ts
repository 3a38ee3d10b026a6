import { afterEach, beforeEach, expect, it } from 'vitest'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ hardware: { uninitializedSleds: 2 } })
})
afterEach(() => server.close())

const uninitialized = async () => (await server.admin.ok('sled_list_uninitialized')).items
const add = ({ part, serial }: { part: string; serial: string }) =>
  server.admin.call('sled_add', { body: { part, serial } })

it('adds an uninitialized sled with its disks', async () => {
  const [first, second] = await uninitialized()
  expect(first).toMatchObject({ baseboard: { part: expect.any(String), revision: 1 }, cubby: 5 })
  const { status, body } = await add(first.baseboard)
  expect(status).toBe(201)
  expect(await uninitialized()).toEqual([second])
  expect(await server.admin.ok('sled_view', { path: { sled_id: body.id } })).toMatchObject({
    id: body.id,
    baseboard: first.baseboard,
    policy: { kind: 'in_service', provision_policy: 'provisionable' },
  })
  expect((await server.admin.ok('sled_physical_disk_list', { path: { sled_id: body.id } })).items).toHaveLength(12)
  expect(await uninitialized()).toEqual([second])
  expect(await server.db.selectFrom('sled_additions').select('id').execute()).toEqual([])
})

it('adds a sled once, however many requests there are', async () => {
  const [{ baseboard }] = await uninitialized()
  const answers = await Promise.all([add(baseboard), add(baseboard), add(baseboard)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  const refusal = { error_code: 'ObjectAlreadyExists', message: `already exists: sled "${baseboard.serial}"` }
  expect(answers.find(({ status }) => status === 400)!.body).toMatchObject(refusal)
  await server.settle()
  expect((await add(baseboard)).body).toMatchObject(refusal)
  const [known] = (await server.admin.ok('sled_list')).items
  expect((await add(known.baseboard)).body.error_code).toBe('ObjectAlreadyExists')
})

it('can be retried after a failure', async () => {
  const [first] = await uninitialized()
  expect(first.time_adding).toBeNull()
  const held = server.hold('sled-add/sled')
  const adding = add(first.baseboard)
  await held.reached
  expect((await uninitialized())[0]).toEqual({ ...first, time_adding: expect.any(String) })
  held.release(new PlatformError('permanent', 'it has no power'))
  expect((await adding).status).toBeGreaterThanOrEqual(500)
  expect(await uninitialized()).toHaveLength(2)
  expect((await add(first.baseboard)).status).toBe(201)
  await server.settle()
  expect(await uninitialized()).toHaveLength(1)
})

it('is for existing uninitialized sleds', async () => {
  expect((await add({ part: 'X', serial: 'Y' })).body).toMatchObject({
    error_code: 'ObjectNotFound',
    message: 'not found: uninitialized sled with part "X" and serial "Y"',
  })
  expect((await server.admin.call('sled_add', { body: { part: 'X' } })).status).toBe(400)
})

it('ends at once with the server, also while the platform does not list its hardware', async () => {
  const [{ baseboard }] = await uninitialized()
  const held = server.hold('sled-add/sled')
  // It waits for a saga that only another server would continue.
  add(baseboard).catch(() => undefined)
  await held.reached
  const listing = Promise.withResolvers<AbortSignal>()
  server.platform.hardware.inventory = (signal) => {
    listing.resolve(signal!)
    return Promise.withResolvers<never>().promise
  }
  held.release()
  const signal = await listing.promise
  await server.close()
  expect(signal.aborted).toBe(true)
  server = await startTestServer()
})
