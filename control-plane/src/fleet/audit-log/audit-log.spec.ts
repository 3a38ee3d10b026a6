import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDisk } from '../../compute/instances/instance-fixtures.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { newestFirst } from './audit-log.repo.ts'

const named = (name: string) => ({ name, description: '' })

let server: TestServer
let viewer: Caller
let writer: Caller
let project: string
beforeAll(async () => {
  server = await startTestServer()
  viewer = await server.user({ fleet: 'viewer' })
  writer = await server.user({ silo: 'collaborator' })
  project = (await writer.ok('project_create', { body: named('first') })).id
  await server.clock.advance(1000)
  await writer.call('project_create', { body: named('first') })
  await server.clock.advance(1000)
  await server.admin.ok('silo_quotas_update', { path: { silo: 'default' }, body: { cpus: 7 } })
  await server.clock.advance(1000)
  const assignment = { identity_id: writer.userId, identity_type: 'silo_user', role_name: 'viewer' }
  await server.admin.ok('project_policy_update', { path: { project }, body: { role_assignments: [assignment] } })
})
afterAll(() => server.close())

type Query = Record<string, string | number>
const list = async (query: Query = {}) => (await viewer.ok('audit_log_list', { query })).items
const operations = async (query: Query) => (await list(query)).map(({ operation }: { operation: string }) => operation)
const exported = (query: Query = {}) => viewer.call('audit_log_export', { query })

describe('the audit log', () => {
  it('shows user, operation, time, address and outcome, newest first', async () => {
    const entries = await list({ actor_id: writer.userId })
    expect(entries).toMatchObject([
      { operation: 'project_create', outcome: 'refused', status: 400 },
      { operation: 'project_create', outcome: 'success', status: 201, target: project, detail: null },
    ])
    expect(entries[0]).toMatchObject({
      actor_name: expect.stringMatching(/^user-/),
      silo_name: 'default',
      silo_id: server.siloId,
      source_address: '192.0.2.1',
    })
    expect(entries[0].timestamp > entries[1].timestamp).toBe(true)
    expect(await list({ actor_id: writer.userId, sort_by: 'ascending' })).toEqual(entries.toReversed())
    expect(await viewer.ok('audit_log_entry_view', { path: { entry_id: entries[0].id } })).toEqual(entries[0])
  })

  it('is filtered by each filter, and by several at once', async () => {
    expect(await operations({ operation: 'silo_quotas_update' })).toEqual(['silo_quotas_update'])
    expect(await operations({ target: project })).toEqual(['project_policy_update', 'project_create'])
    expect(await operations({ outcome: 'refused' })).toEqual(['project_create'])
    expect(await operations({ outcome: 'failed' })).toEqual([])
    expect(await operations({ silo_id: randomId() })).toEqual([])
    expect(await operations({ actor_id: writer.userId, outcome: 'success' })).toEqual(['project_create'])
    const [refused] = await list({ outcome: 'refused' })
    expect(await operations({ end_time: refused.timestamp })).toEqual(['project_create'])
    expect(await operations({ start_time: refused.timestamp, actor_id: writer.userId })).toEqual(['project_create'])
  })

  it('pages with its filters, each entry once', async () => {
    const whole = await list()
    const found: unknown[] = []
    let page = await viewer.ok('audit_log_list', { query: { limit: 1 } })
    for (;;) {
      found.push(...page.items)
      if (!page.next_page) break
      page = await viewer.ok('audit_log_list', { query: { limit: 1, page_token: page.next_page } })
    }
    expect(found).toEqual(whole)
  })

  it('shows details of changes in the fleet and in silos, but not in projects', async () => {
    const [quotas] = await list({ operation: 'silo_quotas_update' })
    expect(quotas.detail).toMatchObject({ after: { cpus: 7 } })
    const [policy] = await list({ operation: 'project_policy_update' })
    expect(policy).toMatchObject({ target: project, target_kind: 'project', target_name: 'first', detail: null })
    expect(policy.names_by_id).toBeUndefined()
  })
})

it('entries name what they are about, and who is in their details', async () => {
  const someone = await server.user()
  const assignment = { identity_id: someone.userId, identity_type: 'silo_user', role_name: 'viewer' }
  const before = await server.admin.ok('system_policy_view')
  const role_assignments = [...before.role_assignments, assignment]
  await server.admin.ok('system_policy_update', { body: { role_assignments } })
  const [policy] = await list({ operation: 'system_policy_update' })
  expect(policy).toMatchObject({ target_kind: 'fleet', target_name: 'fleet' })
  expect(policy.names_by_id[someone.userId]).toMatch(/^user-/)
  const made = await server.admin.ok('disk_create', { query: { project }, body: newDisk('hidden') })
  expect(await list({ target: made.id })).toMatchObject([{ target_kind: null, target_name: null }])
  const gone = randomId()
  const row = { id: gone, time: server.clock.now(), request_id: gone, operation: 'x', status: 200, target: gone }
  const rest = { actor_id: null, silo_id: null, credential_id: null, source_address: null, detail: null }
  await server.db
    .insertInto('audit_log')
    .values({ ...row, ...rest })
    .execute()
  expect(await list({ target: gone })).toMatchObject([{ target: gone, target_name: null }])
})

it('a page has so many names of ids that it stays small, however long they are', async () => {
  const users = Array.from({ length: 100 }, () => ({
    id: randomId(),
    external_id: '\u{20ac}'.repeat(250) + randomId(),
  }))
  const { silo_id } = await server.admin.ok('current_user_view')
  const times = { time_created: server.clock.now(), time_modified: server.clock.now() }
  await server.db
    .insertInto('users')
    .values(users.map((user) => ({ ...user, silo_id, ...times })))
    .execute()
  const detail = JSON.stringify({ before: {}, after: { users: users.map(({ id }) => id) } })
  const row = { time: server.clock.now(), operation: 'named', status: 200, actor_id: null, silo_id: null }
  const rest = { credential_id: null, source_address: null, target: null, detail }
  const rows = Array.from({ length: 400 }, () => ({ id: randomId(), request_id: randomId(), ...row, ...rest }))
  await server.db.insertInto('audit_log').values(rows).execute()
  const { bytes, body } = await server.admin.call('audit_log_list', { query: { operation: 'named', limit: 1000 } })
  expect(bytes.length).toBeLessThan(4 * 2 ** 20)
  expect(Object.keys(body.items[0].names_by_id)).toHaveLength(100)
  expect(body.items.at(-1).names_by_id).toBeUndefined()
})

it('a page of entries that changed much has fewer of them, as has each batch of an export', async () => {
  const detail = JSON.stringify({ before: {}, after: { ips: Array.from({ length: 100 }, () => 'x'.repeat(200)) } })
  const row = { time: server.clock.now(), operation: 'large', status: 200, actor_id: null, silo_id: null }
  const rest = { credential_id: null, source_address: null, target: null, detail }
  const rows = Array.from({ length: 300 }, () => ({ id: randomId(), request_id: randomId(), ...row, ...rest }))
  await server.db.insertInto('audit_log').values(rows).execute()
  const query = { operation: 'large', limit: 1000 }
  const first = await server.admin.call('audit_log_list', { query })
  expect(first.bytes.length).toBeLessThan(4 * 2 ** 20)
  expect(first.body.items.length).toBeGreaterThan(50)
  expect(first.body.items.length).toBeLessThan(300)
  expect(first.body.next_page).not.toBeNull()
  const found: string[] = []
  for await (const batch of newestFirst(server.db, { operation: 'large' }, { size: 1000, most: 250 })) {
    expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(4 * 2 ** 20)
    found.push(...batch.map(({ id }) => id))
  }
  expect(new Set(found).size).toBe(250)
  expect(found.slice(0, first.body.items.length)).toEqual(first.body.items.map(({ id }: { id: string }) => id))
})

it('a page token works with filters of any length', async () => {
  const target = '\u{20ac}'.repeat(128)
  const row = { request_id: randomId(), operation: 'x'.repeat(64), target, status: 403, actor_id: randomId() }
  const rest = { silo_id: server.siloId, credential_id: null, source_address: null, detail: null }
  const time = server.clock.now()
  await server.db
    .insertInto('audit_log')
    .values([0, 1].map(() => ({ id: randomId(), time, ...row, ...rest })))
    .execute()
  const query = {
    start_time: '2026-01-01T00:00:00.000000+00:00',
    end_time: '2027-01-01T00:00:00.000000+00:00',
    actor_id: row.actor_id,
    silo_id: rest.silo_id,
    operation: row.operation,
    outcome: 'refused',
    sort_by: 'descending',
    target,
  }
  const first = await viewer.ok('audit_log_list', { query: { ...query, limit: 1 } })
  const next = await viewer.ok('audit_log_list', { query: { page_token: first.next_page, limit: 1 } })
  expect(next.items).toHaveLength(1)
  expect(next.items[0].id).not.toBe(first.items[0].id)
})

describe('an export', () => {
  it('is CSV, safe to open in a spreadsheet', async () => {
    await server.db.updateTable('users').set({ external_id: '=1+1,"x"' }).where('id', '=', writer.userId).execute()
    const answer = await exported({ actor_id: writer.userId })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\dT-]+\.csv"$/)
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^timestamp,operation,outcome,status,actor_name/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,project_create,refused,400,"'=1+1,""x""",${writer.userId},default,`)
  })

  it('or JSON lines, with the same entries as the list', async () => {
    const answer = await exported({ format: 'jsonl', target: project })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = answer.body.trimEnd().split('\n')
    expect(lines.map((line: string) => JSON.parse(line))).toEqual(await list({ target: project }))
    expect((await exported({ format: 'jsonl', outcome: 'failed' })).body).toBe('')
  })

  it('spans many pages, and is recorded in the audit log', async () => {
    const now = server.clock.now()
    const rows = Array.from({ length: 2500 }, () => ({
      id: randomId(),
      time: now,
      request_id: randomId(),
      operation: 'many',
      actor_id: null,
      silo_id: null,
      credential_id: null,
      source_address: null,
      target: null,
      status: 200,
      detail: null,
    }))
    await server.db.insertInto('audit_log').values(rows).execute()
    const { body } = await exported({ format: 'jsonl', operation: 'many' })
    const ids = body
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line).id)
    expect(new Set(ids).size).toBe(2500)
    const found = await list({ operation: 'audit_log_export' })
    expect(found).toContainEqual(
      expect.objectContaining({
        actor_id: viewer.userId,
        status: 200,
        detail: { format: 'jsonl', operation: 'many' },
      }),
    )
  })
})

it('the audit log is for fleet viewers', async () => {
  const [entry] = await list()
  const view = { path: { entry_id: entry.id } }
  for (const operation of ['audit_log_list', 'audit_log_export'] as const) {
    expect((await writer.call(operation)).status).toBe(403)
    expect((await viewer.call(operation, { query: { actor_id: 'nobody' } })).status).toBe(400)
    expect((await viewer.call(operation, { query: { outcome: 'unknown' } })).status).toBe(400)
  }
  expect((await writer.call('audit_log_entry_view', view)).status).toBe(404)
  expect((await viewer.call('audit_log_entry_view', { path: { entry_id: 'x' } })).status).toBe(400)
  const unknown = randomId()
  expect((await viewer.call('audit_log_entry_view', { path: { entry_id: unknown } })).body.message).toBe(
    `not found: audit-log-entry with id "${unknown}"`,
  )
})
