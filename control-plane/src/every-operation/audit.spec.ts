import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { REFUSALS_A_MINUTE } from '../kernel/http/audit-records.ts'
import { PlatformError } from '../platform/interface/platform-error.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { type Everything, makeEverything } from './everything.ts'
import { refuseRecords } from './refusing-log.ts'
import { Requests } from './requests.ts'

let server: TestServer
let everything: Everything
beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
})
afterAll(() => server.close())

const entriesOf = (target: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['operation', 'status'])
    .where('target', '=', target)
    .orderBy('time')
    .execute()

describe('the record of a change', () => {
  it('is written in the transaction of the change', async () => {
    const { id } = await server.admin.ok('project_create', { body: { name: 'audited', description: '' } })
    const { rows } = await sql<{ together: boolean }>`
      select a.xmin = p.xmin as together from audit_log a, projects p
      where p.id = ${id} and a.target = ${id}`.execute(server.db)
    expect(rows).toEqual([{ together: true }])
    expect(await entriesOf(id)).toEqual([{ operation: 'project_create', status: 201 }])
  })

  it('is one record with the outcome refused, if the change was refused', async () => {
    const { id } = everything.project
    const before = (await entriesOf(id)).length
    expect((await server.admin.call('project_delete', { path: { project: id } })).status).toBe(400)
    expect((await entriesOf(id)).slice(before)).toEqual([{ operation: 'project_delete', status: 400 }])
  })

  it('has the final outcome and its reason, if a saga undid the change', async () => {
    const held = server.hold('disk-create/volume')
    const disk = { name: 'undone', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    const answer = server.admin.call('disk_create', { query: { project: everything.project.id }, body: disk })
    await held.reached
    held.release(new PlatformError('no-space', 'nothing is left'))
    const { status, body, headers } = await answer
    expect(status).toBe(507)
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['operation', 'status', 'outcome', 'detail'])
      .where('request_id', '=', headers.get('x-request-id'))
      .execute()
    const detail = { reason: body.message }
    expect(entries).toEqual([{ operation: 'disk_create', status: 507, outcome: 'failed', detail }])
  })
})

it('refused reads of the system are recorded, except of the policy, which every page asks for', async () => {
  const plain = await server.user({ silo: 'viewer' })
  const looks = ['sled_list', 'alert_receiver_list', 'audit_log_list', 'support_bundle_list', 'target_release_view']
  for (const id of [...looks, 'system_policy_view', 'project_list'] as OperationId[]) await plain.call(id)
  const rows = await server.db
    .selectFrom('audit_log')
    .select(['operation', 'status'])
    .where('actor_id', '=', plain.userId)
    .execute()
  expect(rows.map(({ operation }) => operation).toSorted()).toEqual(looks.toSorted())
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([403]))
})

it('refusals have a reason; one record counts those of a user beyond a few per minute', async () => {
  const plain = await server.user()
  const rows = () =>
    server.db
      .selectFrom('audit_log')
      .select(['operation', 'target', 'detail'])
      .where('actor_id', '=', plain.userId)
      .orderBy('time')
      .execute()
  const counts = async () => (await rows()).flatMap(({ detail }) => (detail as { refusals?: number }).refusals ?? [])
  for (let i = 0; i < REFUSALS_A_MINUTE; i++) await plain.call('rack_list')
  expect(new Set((await rows()).map(({ detail }) => JSON.stringify(detail)))).toEqual(
    new Set(['{"reason":"Forbidden"}']),
  )
  for (let i = 0; i < 7; i++) await plain.call('project_create', { body: '{' })
  expect(await rows()).toHaveLength(REFUSALS_A_MINUTE + 1)
  expect(await counts()).toEqual([7])
  server.clock.leap(60_000)
  await plain.call('rack_list')
  expect(await rows()).toHaveLength(REFUSALS_A_MINUTE + 2)
  expect(await counts()).toEqual([7])
})

describe('while the audit log cannot be written', () => {
  const NOT_AUDITED = ['disk_bulk_write_import', 'timeseries_query', 'system_timeseries_query']
  const writes = (Object.keys(handlers) as OperationId[]).filter((id) => {
    const { method, websocket } = operations[id] as Operation
    return method !== 'get' && method !== 'head' && !websocket && !NOT_AUDITED.includes(id)
  })
  const deletesLast = (a: OperationId, b: OperationId) => Number(a.endsWith('delete')) - Number(b.endsWith('delete'))

  beforeAll(() => refuseRecords(server.db))
  afterAll(() => sql`drop trigger refuse on audit_log`.execute(server.db))

  it('nothing is changed', async () => {
    const requests = new Requests(everything)
    const signIn = { path: { silo_name: 'default' }, body: { username: 'admin', password: 'correct horse' } }
    const done: string[] = []
    const failed: string[] = []
    for (const id of writes.toSorted(deletesLast)) {
      const request = id === 'login_local' ? signIn : requests.byId(id)
      const { status } = await server.admin.call(id, request)
      if (status < 400) done.push(id)
      if (status === 500) failed.push(id)
    }
    // A logout without a session has nothing to record.
    expect(done).toEqual(['logout'])
    expect(failed).toEqual(expect.arrayContaining(['login_local', 'project_create', 'vpc_update', 'policy_update']))
    expect(await server.db.selectFrom('sessions').select('id').execute()).toEqual([])
    const { items } = await server.admin.ok('project_list')
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('never-made')
  })
})
