import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../kernel/values/bytes.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer()
  project = (await server.admin.ok('project_create', { body: { name: 'tide-gauges', description: '' } })).id
  await server.settle()
})
afterAll(() => server.close())

const ops = (path: string, init?: RequestInit) =>
  server.plane.ops(new Request(`http://127.0.0.1:9464/_ops/${path}`, init))
const json = async (path: string, init?: RequestInit) => (await ops(path, init)).json()
const metrics = async () => (await ops('metrics')).text()
const inject = (fault: object) => ops('sim/faults', { method: 'POST', body: JSON.stringify(fault) })
const endFaults = () => ops('sim/faults', { method: 'DELETE' })
const createDisk = (name: string) =>
  server.admin.ok('disk_create', {
    query: { project },
    body: { name, description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } },
  })

describe('sagas', () => {
  it('lists running sagas, but no finished ones', async () => {
    const step = server.hold('disk-create/volume')
    const creating = createDisk('under-way')
    await step.reached
    expect(await json('sagas')).toMatchObject([{ name: 'disk-create', state: 'running', step: 'volume', attempts: 0 }])
    step.release()
    await creating
    expect(await json('sagas')).toEqual([])
  })

  it('retries a saga that waits for its next attempt', async () => {
    const { id } = await createDisk('failing')
    await server.settle()
    await inject({ kind: 'saga_step_fail', target: 'disk-delete/volume' })
    await server.admin.ok('disk_delete', { path: { disk: id } })
    await server.clock.advanceUntil(async () => (await json('sagas'))[0]?.attempts > 8, 10_000, 3 * 3_600_000)
    const [failing] = await json('sagas')
    expect(failing).toMatchObject({ name: 'disk-delete', step: 'volume', error: 'Step volume fails by request' })
    expect(await metrics()).toContain('skerry_sagas{saga="disk-delete"} 1')

    await endFaults()
    expect((await ops(`sagas/${failing.id}/retry`, { method: 'POST' })).status).toBe(204)
    await server.settle()
    expect(await json('sagas')).toEqual([])
    expect((await ops(`sagas/${failing.id}/retry`, { method: 'POST' })).status).toBe(404)
    expect((await ops('sagas/nonsense/retry', { method: 'POST' })).status).toBe(404)
  })
})

it('lists the regular tasks with their last and next run', async () => {
  server.clock.leap(3 * 3_600_000)
  await server.clock.advanceUntil(
    async () => (await json('tasks')).every((task: { outcome: string | null }) => task.outcome === 'done'),
    1000,
  )
  const tasks = await json('tasks')
  expect(tasks.map((task: { name: string }) => task.name)).toEqual([
    'auto-restart',
    'machine-reconciliation',
    'storage-reconciliation',
    'rollout',
    'expired-credentials',
    'used-assertion-pruning',
    'fleet-usage',
    'capacity-alerts',
    'stall-alerts',
    'certificate-alerts',
    'issue-times',
    'alert-pruning',
    'usage-pruning',
    'audit-log-pruning',
    'platform-event-pruning',
    'sample-roll-up',
    'sample-pruning',
    'orphaned-support-bundles',
    'orphaned-image-downloads',
    'image-fetch-pruning',
    'saga-pruning',
    'alert-deliveries',
  ])
  expect(tasks[4]).toMatchObject({ every_ms: 600_000, time_next_run: expect.any(String) })
})

it('exposes requests, instances, quotas, pools and sessions to Prometheus', async () => {
  await server.admin.ok('project_list')
  await server.anonymous.call('project_list')
  const text = await metrics()
  expect(text).toMatch(/^skerry_request_duration_seconds_count\{operation="project_list",status="200"\} 1$/m)
  expect(text).toMatch(
    /^skerry_request_duration_seconds_bucket\{le="\+Inf",operation="project_list",status="401"\} 1$/m,
  )
  expect(text).toMatch(/^skerry_quota_limit\{silo="default",resource="cpus"\} 512$/m)
  expect(text).toMatch(/^skerry_ip_pool_capacity\{pool="default"\} 4094$/m)
  expect(text).toMatch(/^skerry_task_failed\{task="saga-pruning"\} 0$/m)
  expect(text).toMatch(/^skerry_sessions 0$/m)
  // Without instances there is no sample, not one without labels.
  expect(text).not.toMatch(/^skerry_instances/m)
  // Every line is a comment or a sample, and no series comes twice.
  const lines = text.split('\n').filter(Boolean)
  const samples = lines.filter((line) => !line.startsWith('# '))
  for (const line of samples) expect(line).toMatch(/^[a-z_]+(\{([a-z]+="[^"]*",?)+\})? -?[\d.e+-]+$/)
  expect(new Set(samples.map((line) => line.slice(0, line.lastIndexOf(' ')))).size).toBe(samples.length)
})

describe('faults', () => {
  it('begin, are listed, and end', async () => {
    const answer = await inject({ kind: 'latency', target: 'x', for: 60 })
    const fault = await answer.json()
    expect(answer.status).toBe(201)
    expect(await json('sim/faults')).toEqual([fault])
    expect((await ops(`sim/faults/${fault.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ops(`sim/faults/${fault.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await json('sim/faults')).toEqual([])
  })

  it('make a step fail, which undoes its saga', async () => {
    await inject({ kind: 'saga_step_fail', target: 'disk-create' })
    await expect(createDisk('unlucky')).rejects.toThrow('500 Internal Server Error')
    await endFaults()
    const at = { path: { disk: 'unlucky' }, query: { project } }
    expect((await server.admin.call('disk_view', at)).status).toBe(404)
  })

  it('are refused when invalid', async () => {
    for (const fault of [
      { kind: 'earthquake', target: '*' },
      { kind: 'latency' },
      { kind: 'latency', target: '*', for: -1 },
    ])
      expect((await inject(fault)).status).toBe(400)
    expect((await ops('sim/faults', { method: 'POST', body: '{' })).status).toBe(400)
    expect(await json('sim/faults')).toEqual([])
  })

  it('are refused to web pages of other sites', async () => {
    const init = { method: 'DELETE', headers: { origin: 'http://elsewhere.example' } }
    expect((await ops('sim/faults', init)).status).toBe(403)
  })
})

describe('pruning', () => {
  it('deletes expired sessions, tokens and failed sign-ins', async () => {
    const { db, clock, admin } = server
    const now = clock.now()
    const session = (time_created: Date) => ({
      id: randomId(),
      token_hash: crypto.getRandomValues(new Uint8Array(20)),
      user_id: admin.userId,
      time_created,
      time_last_used: now,
    })
    const token = (time_expires: Date | null) => ({
      id: randomId(),
      token_hash: crypto.getRandomValues(new Uint8Array(20)),
      user_id: admin.userId,
      client_id: randomId(),
      time_created: now,
      time_expires,
    })
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    const sessions = [session(hoursAgo(25)), session(hoursAgo(1))]
    const tokens = [token(now), token(hoursAgo(-1)), token(null)]
    await db.insertInto('sessions').values(sessions).execute()
    await db.insertInto('access_tokens').values(tokens).execute()
    await db
      .insertInto('sign_in_attempts')
      .values(
        [hoursAgo(3), hoursAgo(0.5)].map((window_start, i) => ({
          key: new Uint8Array([i]),
          kind: 'address' as const,
          attempts: 1,
          window_start,
          blocked_until: null,
        })),
      )
      .execute()
    await db
      .insertInto('sign_in_addresses')
      .values(
        [31, 29].map((days) => ({
          user_id: admin.userId,
          address: `192.0.2.${days}`,
          time_last_success: hoursAgo(days * 24),
        })),
      )
      .execute()
    await clock.advance(600_000)
    await clock.advanceUntil(async () => (await json('tasks')).every((task: { running: boolean }) => !task.running))

    const left = await db.selectFrom('sessions').select('id').execute()
    expect(left).toEqual([{ id: sessions[1]!.id }])
    const ids = tokens.map(({ id }) => id)
    const kept = await db.selectFrom('access_tokens').select('id').where('id', 'in', ids).execute()
    expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    const attempts = await db.selectFrom('sign_in_attempts').select('key').execute()
    expect(attempts.map(({ key }) => [...key])).toEqual([[1]])
    const addresses = await db.selectFrom('sign_in_addresses').select('address').execute()
    expect(addresses).toEqual([{ address: '192.0.2.29' }])
  })

  it('deletes audit log entries after 90 days, not earlier', async () => {
    const { db, clock } = server
    const entries = [91, 89].map((days) => ({
      id: randomId(),
      time: new Date(clock.now().getTime() - days * 86_400_000),
      request_id: randomId(),
      operation: 'disk_create',
      status: 201,
    }))
    await db.insertInto('audit_log').values(entries).execute()
    const present = async () => {
      const ids = entries.map(({ id }) => id)
      return (await db.selectFrom('audit_log').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)
    }
    clock.leap(2 * 3_600_000)
    await clock.advanceUntil(async () => (await present()).length < 2, 1000)
    expect(await present()).toEqual([entries[1]!.id])
  })
})

it('leaves blocks of an import out of the audit log, but not its start, stop and end', async () => {
  const body = {
    name: 'imported',
    description: '',
    size: GIB,
    disk_source: { type: 'importing_blocks', block_size: 512 },
  }
  const { id } = await server.admin.ok('disk_create', { query: { project }, body })
  await server.settle()
  const path = { disk: id }
  await server.admin.ok('disk_bulk_write_import_start', { path })
  await server.admin.ok('disk_bulk_write_import', {
    path,
    body: { offset: 0, base64_encoded_data: Buffer.alloc(512).toString('base64') },
  })
  await server.admin.ok('disk_bulk_write_import_stop', { path })
  await server.admin.ok('disk_finalize_import', { path, body: {} })
  const rows = await server.db.selectFrom('audit_log').select('operation').where('target', '=', id).execute()
  expect(rows.map(({ operation }) => operation).toSorted()).toEqual([
    'disk_bulk_write_import_start',
    'disk_bulk_write_import_stop',
    'disk_create',
    'disk_finalize_import',
  ])
})
