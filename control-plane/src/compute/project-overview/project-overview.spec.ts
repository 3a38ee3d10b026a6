import type { ProjectOverview } from '@skerry/contract/compute/project-overview.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../clock/durations.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { createDetachedDisk, made, newProject } from '../instances/instance-fixtures.ts'

let server: TestServer
let project: string
beforeEach(async () => {
  server = await startTestServer()
  project = await newProject(server)
})
afterEach(() => server.close())

const overview = (caller: Caller = server.admin): Promise<ProjectOverview> =>
  caller.ok('project_overview', { path: { project } })
const attention = async (caller?: Caller) =>
  (await overview(caller)).attention.map(({ severity, kind, name }) => `${severity} ${kind} ${name}`)
const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)
const named = (name: string, time = server.clock.now()) => ({
  id: randomId(),
  name,
  description: '',
  time_created: time,
  time_modified: time,
})
const image = (name: string, more: object = {}) =>
  server.db
    .insertInto('images')
    .values({
      ...named(name),
      silo_id: server.siloId,
      project_id: project,
      os: '',
      version: '',
      size: GIB,
      block_size: 512,
      source: '{"kind":"empty"}',
      state: 'ready',
      ...more,
    })
    .execute()

describe('project_overview', () => {
  it('of a new project has the network that it began with, and nothing else', async () => {
    await server.db.deleteFrom('images').execute()
    expect(await overview()).toMatchObject({
      instances: [],
      disks: [],
      snapshots: 0,
      images: 0,
      vpcs: 1,
      floating_ips: 0,
      has_image: false,
      has_default_pool: true,
      usage: { cpus: 0, memory: 0, storage: 0 },
      attention: [],
      truncated: [],
    })
  })

  it('counts by state, and has what the project takes of its quota, with its trend', async () => {
    // The project is as if seven hours old.
    const started = ago(7 * HOUR_MS)
    await server.db.updateTable('usage_points').set({ time: started }).where('collection_id', '=', project).execute()
    const machine = await made(server, project)
    await createDetachedDisk(server, project, 'spare')
    const { instances, disks, usage, silo, trend } = await overview()
    expect(instances).toEqual([{ state: 'running', count: 1, time_began: machine.time_run_state_updated }])
    expect(disks).toEqual([{ state: 'detached', count: 1 }])
    expect(usage).toEqual({ cpus: 2, memory: 4 * GIB, storage: GIB })
    expect(silo).toEqual(await server.admin.ok('utilization_view'))
    expect(trend.map(({ cpus, storage }) => [cpus, storage])).toEqual([
      [0, 0],
      [0, 0],
      [2, GIB],
    ])
    expect(Date.parse(trend[0]!.timestamp)).toBeGreaterThanOrEqual(started.getTime())
    expect(trend.at(-1)!.timestamp.slice(0, 19)).toBe(server.clock.now().toISOString().slice(0, 19))
  })

  it('lists what has failed or takes too long, the worst first, with its time and reason', async () => {
    const machine = await made(server, project)
    await createDetachedDisk(server, project, 'lost')
    await createDetachedDisk(server, project, 'spare')
    await createDetachedDisk(server, project, 'upload')
    const since = ago(2 * DAY_MS)
    const set = (table: 'disks' | 'instances', name: string, fields: object) =>
      server.db.updateTable(table).set(fields).where('name', '=', name).execute()
    await set('instances', machine.name, { run_state: 'failed', time_run_state_updated: since })
    await set('disks', 'lost', { state: 'faulted', time_modified: since })
    await set('disks', 'spare', { time_state_updated: ago(31 * DAY_MS) })
    await set('disks', 'upload', { state: 'import_ready', time_modified: since })
    await image('gone', { state: 'faulted' })
    const snapshot = { project_id: project, disk_id: randomId(), size: GIB, block_size: 512 }
    await server.db
      .insertInto('snapshots')
      .values([
        { ...named('broken'), ...snapshot, state: 'faulted' },
        { ...named('slow', since), ...snapshot, state: 'creating' },
      ])
      .execute()
    await server.db
      .insertInto('image_fetches')
      .values({
        ...named('debian'),
        silo_id: server.siloId,
        project_id: project,
        os: '',
        version: '',
        url: 'https://images.example/debian',
        checksum_url: 'https://images.example/sums',
        checksum: null,
        requested_size: null,
        size: null,
        state: 'failed',
        bytes_received: 0,
        bytes_total: null,
        reason_for_failure: 'the server answers 404',
        saga_id: null,
      })
      .execute()
    await server.admin.ok('floating_ip_create', { query: { project }, body: { name: 'idle', description: '' } })
    await server.db
      .updateTable('external_ips')
      .set({ time_attachment_updated: since })
      .where('name', '=', 'idle')
      .execute()
    expect(await attention()).toEqual([
      `critical instance_failed ${machine.name}`,
      'critical disk_faulted lost',
      'critical snapshot_faulted broken',
      'critical image_faulted gone',
      'warning disk_import_unfinished upload',
      'warning snapshot_slow slow',
      'warning image_fetch_failed debian',
      'notice disk_unattached spare',
    ])
    const { attention: items } = await overview()
    expect(items[0]!.time_began!.slice(0, 19)).toBe(since.toISOString().slice(0, 19))
    expect(items.find(({ kind }) => kind === 'image_fetch_failed')).toMatchObject({ reason: 'the server answers 404' })

    await set('instances', machine.name, { run_state: 'starting', time_run_state_updated: ago(HOUR_MS) })
    await server.db
      .updateTable('external_ips')
      .set({ time_attachment_updated: ago(8 * DAY_MS) })
      .where('name', '=', 'idle')
      .execute()
    const later = await attention()
    expect(later).toContain(`warning instance_slow ${machine.name}`)
    expect(later).toContain('notice floating_ip_unattached idle')
  })

  it('knows since when, whatever else changed: a lock, a name, a snapshot', async () => {
    const lost = await createDetachedDisk(server, project, 'lost')
    const spare = await createDetachedDisk(server, project, 'spare')
    await image('gone')
    const idle = await server.admin.ok('floating_ip_create', { query: { project }, body: named('idle') })
    const began = ago(31 * DAY_MS)
    const faulted = { state: 'faulted', time_modified: began } as const
    await server.db.updateTable('disks').set(faulted).where('name', '=', 'lost').execute()
    await server.db.updateTable('disks').set({ time_state_updated: began }).where('name', '=', 'spare').execute()
    await server.db.updateTable('images').set(faulted).where('name', '=', 'gone').execute()
    const { id: gone } = await server.db
      .selectFrom('images')
      .select('id')
      .where('name', '=', 'gone')
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('external_ips')
      .set({ time_attachment_updated: began })
      .where('name', '=', 'idle')
      .execute()
    const since = timestamp(began)
    for (const [operation, path] of [
      ['disk_deletion_lock_update', { disk: lost.id }],
      ['disk_deletion_lock_update', { disk: spare.id }],
      ['image_deletion_lock_update', { image: gone }],
    ] as const)
      await server.admin.ok(operation, { path, body: { locked: true } })
    await server.admin.ok('floating_ip_update', { path: { floating_ip: idle.id }, body: { name: 'idler' } })
    await server.admin.ok('snapshot_create', { query: { project }, body: { ...named('of-spare'), disk: 'spare' } })
    const found = (await overview()).attention.map(({ kind, time_began }) => [kind, time_began])
    expect(found).toEqual([
      ['disk_faulted', since],
      ['image_faulted', since],
      ['disk_unattached', since],
      ['floating_ip_unattached', since],
    ])
  })

  it('has at most ten of a kind', async () => {
    for (let n = 0; n < 11; n++) await image(`gone-${n}`, { state: 'faulted' })
    const { attention: items, truncated, images } = await overview()
    expect([items.length, truncated, images]).toEqual([10, ['image_faulted'], 11])
  })

  it('reports pools of the silo without a free address', async () => {
    await server.db.deleteFrom('ip_pool_gaps').execute()
    expect(await attention()).toEqual(['critical ip_pool_full default'])
    await server.db.updateTable('ip_pool_silos').set({ is_default: false }).execute()
    expect(await attention()).toEqual(['warning ip_pool_full default'])
    expect((await overview()).has_default_pool).toBe(false)
  })

  it('has certificates and images of the silo for those who may see them', async () => {
    await server.db.deleteFrom('images').execute()
    await image('of-silo', { project_id: null })
    const times = { time_starts: ago(90 * DAY_MS), time_expires: ago(-20 * DAY_MS) }
    await server.db
      .insertInto('certificates')
      .values({ ...named('web'), ...times, silo_id: server.siloId, cert: '', private_key: '', names: '[]' })
      .execute()
    expect(await attention()).toEqual(['warning certificate_expiring web'])
    expect((await overview()).attention[0]!.reason).toBe('2026-01-21')
    await server.db
      .updateTable('certificates')
      .set({ time_expires: ago(1) })
      .execute()
    expect(await attention()).toEqual(['critical certificate_expiring web'])
    const [member, viewer] = [
      await server.user({ projects: { [project]: 'viewer' } }),
      await server.user({ silo: 'viewer' }),
    ]
    for (const caller of [member, viewer]) expect(await attention(caller)).toEqual([])
    expect((await overview(viewer)).has_image).toBe(true)
    expect((await overview(member)).has_image).toBe(false)
    await image('own')
    expect((await overview(member)).has_image).toBe(true)
  })

  it('is for viewers of the project, and not found for others', async () => {
    const call = (caller: Caller, path = { project }) => caller.call('project_overview', { path })
    expect(await call(await server.user())).toMatchObject({ status: 404, body: { error_code: 'ObjectNotFound' } })
    const other = await server.user({ silo: 'admin' }, await server.silo('other'))
    expect((await call(other)).status).toBe(404)
    expect((await call(server.admin, { project: 'nowhere' })).body.message).toMatch(/^not found: project with name/)
    expect((await call(server.admin, { project: 'No_Name' })).status).toBe(400)
  })
})
