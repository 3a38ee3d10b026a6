import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ hardware: { expungedSleds: 0, uninitializedSleds: 0 } })
})
afterEach(() => server.close())

const view = () => server.admin.ok('system_issues_view') as Promise<{ issues: SystemIssue[] }>
const daysFromNow = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000)
const setPolicy = (policy: 'expunged' | 'in_service') =>
  server.db.updateTable('sleds').set({ policy }).where('serial', '=', 'SL000001').execute()
const issue = async () => (await view()).issues.find(({ kind }) => kind === 'sled')
const put = (issue_id: string, caller = server.admin, note = 'waits for a technician', issue_kind = 'sled') =>
  caller.call('system_issue_acknowledge', { path: { issue_kind, issue_id }, body: { note } })
const remove = (issue_id: string, caller = server.admin, issue_kind = 'sled') =>
  caller.call('system_issue_unacknowledge', { path: { issue_kind, issue_id } })

it('an acknowledgement is noted with the issue until that ends', async () => {
  await setPolicy('expunged')
  const { id } = (await issue())!
  expect((await issue())!.acknowledgement).toBeUndefined()
  const { status, body } = await put(id)
  expect([status, body]).toEqual([200, (await issue())!.acknowledgement])
  expect(body).toMatchObject({ note: 'waits for a technician', actor_name: expect.any(String) })
  await server.clock.advance(1000)
  expect((await put(id, server.admin, 'is replaced')).status).toBe(200)
  await server.clock.advance(61_000)
  expect((await issue())!.acknowledgement).toMatchObject({ note: 'is replaced' })
  await setPolicy('in_service')
  await server.clock.advance(61_000)
  await setPolicy('expunged')
  expect((await issue())!.acknowledgement).toBeUndefined()
  const { items } = await server.admin.ok('audit_log_list', { query: { operation: 'system_issue_acknowledge' } })
  expect(items).toMatchObject([
    { target: `sled ${id}`, detail: { before: { note: 'waits for a technician' }, after: { note: 'is replaced' } } },
    { target: `sled ${id}`, detail: { after: { note: 'waits for a technician' } } },
  ])
})

it('an acknowledgement ends when the issue becomes critical, and on request', async () => {
  const certificate = (days: number) =>
    server.db
      .updateTable('certificates')
      .set({ time_expires: daysFromNow(days) })
      .execute()
  const row = { id: randomId(), silo_id: server.siloId, name: 'old', description: '', cert: '', private_key: '' }
  const times = {
    names: '[]',
    time_starts: daysFromNow(-90),
    time_created: daysFromNow(-90),
    time_modified: daysFromNow(-90),
  }
  await server.db
    .insertInto('certificates')
    .values({ ...row, ...times, time_expires: daysFromNow(20) })
    .execute()
  const acknowledged = async () => (await view()).issues[0]!.acknowledgement !== undefined
  expect((await put(row.id, server.admin, '', 'certificate')).status).toBe(200)
  expect(await acknowledged()).toBe(true)
  await certificate(-1)
  expect(await acknowledged()).toBe(false)
  expect((await put(row.id, server.admin, '', 'certificate')).status).toBe(200)
  expect(await acknowledged()).toBe(true)
  expect((await remove(row.id, server.admin, 'certificate')).status).toBe(204)
  expect(await acknowledged()).toBe(false)
  expect((await remove(row.id, server.admin, 'certificate')).status).toBe(404)
})

it('an acknowledgement lasts while the platform does not answer', async () => {
  await server.close()
  server = await startTestServer({ hardware: { expungedSleds: 0, uninitializedSleds: 1 } })
  const [{ kind, id }] = (await view()).issues as [SystemIssue]
  expect((await put(id, server.admin, '', kind)).status).toBe(200)
  const { hardware } = server.platform
  const inventory = hardware.inventory.bind(hardware)
  hardware.inventory = () => Promise.reject(new PlatformError('transient', 'no answer'))
  await server.clock.advance(121_000)
  hardware.inventory = inventory
  expect((await view()).issues).toMatchObject([{ id, acknowledgement: { note: '' } }])
})

it('only issues that there are can be acknowledged, with a comment of at most 500 characters', async () => {
  await setPolicy('expunged')
  const { id } = (await issue())!
  expect((await put(randomId())).body.message).toMatch(/^not found: issue of sled "/)
  expect((await put(id, server.admin, 'x'.repeat(501))).status).toBe(400)
  expect((await put(id, server.admin, '', 'other')).status).toBe(400)
  expect((await put(id)).status).toBe(200)
  expect((await remove(id, server.admin, 'other')).status).toBe(400)
  expect((await remove(id)).status).toBe(204)
})
