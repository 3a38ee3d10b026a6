import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let collaborator: Caller
let viewer: Caller
beforeAll(async () => {
  server = await startTestServer()
  collaborator = await server.user({ fleet: 'collaborator' })
  viewer = await server.user({ fleet: 'viewer' })
})
afterAll(() => server.close())

const at = (silo: string, body?: object, headers?: Record<string, string>) => ({
  path: { silo },
  ...(body && { body }),
  ...(headers && { headers }),
})

describe('silo_quotas_update', () => {
  it('changes only the given limits', async () => {
    const silo_id = await server.silo('changed')
    const before = await viewer.ok('silo_quotas_view', at('changed'))
    expect(before).toEqual({ silo_id, cpus: 1000, memory: 2 ** 44, storage: 2 ** 50 })
    expect(await collaborator.ok('silo_quotas_update', at('changed', { cpus: 7, memory: null }))).toEqual({
      ...before,
      cpus: 7,
    })
    const storage = '9223372036854775807'
    const huge = await collaborator.call('silo_quotas_update', {
      path: { silo: 'changed' },
      body: `{"storage": ${storage}}`,
    })
    expect(huge.status).toBe(200)
    const kept = await server.db.selectFrom('quotas').select('storage').where('silo_id', '=', silo_id).execute()
    expect(kept).toEqual([{ storage: 2n ** 63n - 1n }])
  })

  it('rejects an update with an outdated If-Match', async () => {
    await server.silo('seen')
    const seen = await viewer.call('silo_quotas_view', at('seen'))
    const tag = seen.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{16}"$/)
    const first = await collaborator.call('silo_quotas_update', at('seen', { cpus: 1 }, { 'if-match': tag }))
    expect(first.status).toBe(200)
    const late = await collaborator.call('silo_quotas_update', at('seen', { cpus: 2 }, { 'if-match': tag }))
    expect(late).toMatchObject({ status: 412, body: { error_code: 'PreconditionFailed' } })
    expect(first.headers.get('etag')).toBe((await viewer.call('silo_quotas_view', at('seen'))).headers.get('etag'))
    expect((await viewer.ok('silo_quotas_view', at('seen'))).cpus).toBe(1)
  })

  it('refuses negative and malformed limits', async () => {
    await server.silo('refusing')
    expect(await collaborator.call('silo_quotas_update', at('refusing', { cpus: -1 }))).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: 'cpus must not be negative' },
    })
    for (const body of [{ cpus: 1.5 }, { memory: -1 }, { storage: 'much' }])
      expect((await collaborator.call('silo_quotas_update', at('refusing', body))).body.message).toMatch(
        /^unable to parse JSON body: .+ at line \d+ column \d+$/,
      )
  })

  it('refuses an unknown silo', async () => {
    expect((await collaborator.call('silo_quotas_update', at('nowhere', {}))).body.message).toBe(
      'not found: silo with name "nowhere"',
    )
  })

  it('below present usage blocks new allocations only', async () => {
    const id = await server.silo('full')
    const admin = await server.user({ silo: 'admin' }, id)
    await admin.ok('project_create', { body: { name: 'work', description: '' } })
    const disk = (name: string) => ({
      query: { project: 'work' },
      body: { name, description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } },
    })
    await admin.ok('disk_create', disk('first'))
    expect((await collaborator.call('silo_quotas_update', at('full', { storage: 1 }))).status).toBe(200)
    expect(await admin.call('disk_create', disk('second'))).toMatchObject({
      status: 507,
      body: { error_code: 'InsufficientCapacity' },
    })
    expect(await viewer.ok('silo_utilization_view', at('full'))).toEqual({
      silo_id: id,
      silo_name: 'full',
      allocated: { cpus: 1000, memory: 2 ** 44, storage: 1 },
      provisioned: { cpus: 0, memory: 0, storage: GIB },
    })
  })

  it('and concurrent allocations wait for each other', async () => {
    const id = await server.silo('raced')
    const admin = await server.user({ silo: 'admin' }, id)
    await admin.ok('project_create', { body: { name: 'work', description: '' } })
    await collaborator.ok('silo_quotas_update', at('raced', { storage: 2 * GIB }))
    const disk = (name: string) =>
      admin.call('disk_create', {
        query: { project: 'work' },
        body: { name, description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } },
      })
    const [shrunk, ...disks] = await Promise.all([
      collaborator.call('silo_quotas_update', at('raced', { storage: GIB })),
      ...['a', 'b', 'c', 'd'].map(disk),
    ])
    expect(shrunk.status).toBe(200)
    const made = disks.filter(({ status }) => status === 201).length
    expect(disks.map(({ status }) => status).filter((status) => status !== 201 && status !== 507)).toEqual([])
    expect(made).toBeGreaterThanOrEqual(1)
    expect(made).toBeLessThanOrEqual(2)
    expect((await viewer.ok('silo_utilization_view', at('raced'))).provisioned.storage).toBe(made * GIB)
  })
})

describe('system_quotas_list', () => {
  it('lists the quotas of all silos by id, also of those that are not discoverable', async () => {
    const id = await server.silo('listed')
    await server.db.updateTable('silos').set({ discoverable: false }).where('id', '=', id).execute()
    const { items } = await viewer.ok('system_quotas_list', { query: { limit: 1000 } })
    expect(items).toContainEqual({ silo_id: id, cpus: 1000, memory: 2 ** 44, storage: 2 ** 50 })
    const ids = items.map(({ silo_id }: { silo_id: string }) => silo_id)
    expect(ids).toEqual(ids.toSorted())
    expect((await viewer.call('system_quotas_list', { query: { sort_by: 'name_ascending' } })).status).toBe(400)
  })
})
