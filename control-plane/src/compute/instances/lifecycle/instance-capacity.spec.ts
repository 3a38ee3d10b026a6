import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Log, LogFields } from '../../../kernel/telemetry/log.ts'
import { GIB } from '../../../kernel/values/bytes.ts'
import type { Caller } from '../../../testing/caller.ts'
import { brokenInvariants } from '../../../testing/invariants.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { injectFault, create, settleAndCheck, made, newProject, until, view } from '../instance-fixtures.ts'
import { capacityOn } from './capacity-fixtures.ts'

let server: TestServer
let admin: Caller
const logged: (LogFields & { message: string })[] = []
const log: Log = (_, message, fields) => logged.push({ message, ...fields })
beforeAll(async () => {
  server = await startTestServer({ log })
  admin = server.admin
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const at = (instance: string) => ({ path: { instance } })
const start = (instance: string) => admin.call('instance_start', at(instance))
const sledOf = async (instance: string) =>
  (await server.db.selectFrom('instances').select('sled_id').where('id', '=', instance).executeTakeFirstOrThrow())
    .sled_id

const { setQuota, clear, reset } = capacityOn(() => ({ server }))
beforeEach(reset)

describe('The quota of a silo', () => {
  it('is named in the refusal, with the requested and remaining CPUs or memory', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    await setQuota({ cpus: 1 })
    expect(await start(id)).toMatchObject({
      status: 507,
      body: {
        error_code: 'InsufficientCapacity',
        message:
          "Insufficient capacity: 2 vCPUs asked for, 1 vCPU left in the silo's quota: resize the instance, or ask an operator for a larger quota",
      },
    })
    await setQuota({ cpus: 2, memory: 3 * GIB })
    expect((await start(id)).body.message).toMatch(/4 GiB of memory asked for, 3 GiB of memory left/)
    expect((await view(server, id)).run_state).toBe('stopped')
    await setQuota({ memory: 4 * GIB })
    expect((await start(id)).status).toBe(202)
  })

  it('gives its rest to exactly one of several concurrent starts', async () => {
    const project = await newProject(server)
    const ids = []
    for (let i = 0; i < 4; i++) ids.push((await made(server, project, { start: false })).id)
    await setQuota({ cpus: 3 })
    const answers = await Promise.all(ids.map(start))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 507, 507, 507])
  })

  it('leaves a created instance that cannot be started stopped, and says why until it is started', async () => {
    await setQuota({ cpus: 1 })
    const project = await newProject(server)
    const { status, body } = await create(admin, project)
    expect(status).toBe(201)
    const start_refusal = expect.stringContaining('2 vCPUs asked for, 1 vCPU left')
    expect(body).toMatchObject({ run_state: 'stopped', start_refusal })
    await server.settle()
    expect(await view(server, body.id)).toMatchObject({ run_state: 'stopped', start_refusal })
    const { items } = await admin.ok('project_history_list', { path: { project } })
    expect(items).toContainEqual(
      expect.objectContaining({ operation: 'instance_not_started', target: body.id, reason: start_refusal }),
    )
    expect(logged).toContainEqual(
      expect.objectContaining({
        instance_id: body.id,
        reason: expect.stringContaining('2 vCPUs asked for, 1 vCPU left'),
      }),
    )
    await setQuota({ cpus: 2 })
    const started = await start(body.id)
    expect(started).toMatchObject({ status: 202, body: { start_refusal: null } })
  })
})

describe('A placement', () => {
  const huge = { ncpus: 64, memory: 500 * GIB, start: false, network_interfaces: { type: 'none' } }

  it('is on the emptiest sled that is in service, provisionable and reachable', async () => {
    const project = await newProject(server)
    const sleds = await server.db
      .selectFrom('sleds')
      .selectAll()
      .where('policy', '=', 'in_service')
      .orderBy('id')
      .execute()
    expect(sleds).toHaveLength(4)
    const kept = sleds[2]!.id
    await server.db.updateTable('sleds').set({ provisionable: false }).where('id', '!=', kept).execute()
    const { id } = await made(server, project)
    expect(await sledOf(id)).toBe(kept)
    await server.db.updateTable('sleds').set({ provisionable: true }).where('policy', '=', 'in_service').execute()
    expect(await sledOf((await made(server, project)).id)).not.toBe(kept)
  })

  it('is refused when no sled has enough left, and released by a stop', async () => {
    const project = await newProject(server)
    const ids = []
    for (let i = 0; i < 9; i++) ids.push((await made(server, project, huge)).id)
    await setQuota({ cpus: 10_000, memory: 2 ** 50 })
    const answers = await Promise.all(ids.map(start))
    // Four sleds, each with 128 threads and 1 TiB: two each.
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(8)
    const refused = answers.findIndex(({ status }) => status === 507)
    expect(answers[refused]!.body).toMatchObject({
      error_code: 'InsufficientCapacity',
      message: 'Insufficient capacity: no sled has 64 vCPUs and 500 GiB of memory free',
    })
    expect(await brokenInvariants(server.db)).toEqual([])
    const other = ids[refused === 0 ? 1 : 0]!
    await until(server, other, 'running')
    await admin.ok('instance_stop', at(other))
    expect((await start(ids[refused]!)).status).toBe(507)
    await until(server, other, 'stopped')
    expect((await start(ids[refused]!)).status).toBe(202)
  })

  it('is given to one of two concurrent silos', async () => {
    const other = await server.silo('neighbour')
    const { ip_pool_id } = await server.db.selectFrom('ip_pool_silos').selectAll().executeTakeFirstOrThrow()
    await server.db.insertInto('ip_pool_silos').values({ ip_pool_id, silo_id: other, is_default: true }).execute()
    const neighbour = await server.user({ silo: 'admin' }, other)
    const { id: far } = await neighbour.ok('project_create', { body: { name: 'far', description: '' } })
    const project = await newProject(server)
    const asked: [Caller, string][] = []
    for (let i = 0; i < 4; i++) {
      asked.push([admin, (await create(admin, project, huge)).body.id])
      asked.push([neighbour, (await create(neighbour, far, huge)).body.id])
    }
    await server.settle()
    const [only] = await server.db.selectFrom('sleds').select('id').where('policy', '=', 'in_service').execute()
    await server.db.updateTable('sleds').set({ provisionable: false }).where('id', '!=', only!.id).execute()
    const [first, ...rest] = asked
    await first![0].ok('instance_start', at(first![1]))
    const answers = await Promise.all(rest.map(([caller, id]) => caller.call('instance_start', at(id))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 507, 507, 507, 507, 507, 507])
    await server.settle()
    for (const [caller, id] of asked) await caller.call('instance_stop', at(id))
  })

  it('is released by a failure', async () => {
    const { id } = await made(server, await newProject(server))
    await injectFault(server, id, 'instance_fail')
    expect(await sledOf(id)).toBeNull()
  })
})

describe('Groups', () => {
  const newGroup = async (project: string, kind: 'affinity' | 'anti', policy: 'allow' | 'fail', members: string[]) => {
    const body = { name: `${kind}-${policy}-${members.length}`, description: '', policy, failure_domain: 'sled' }
    const query = { project }
    if (kind === 'affinity') {
      const { id } = await admin.ok('affinity_group_create', { query, body })
      for (const instance of members)
        await admin.ok('affinity_group_member_instance_add', { path: { affinity_group: id, instance } })
    } else {
      const { id } = await admin.ok('anti_affinity_group_create', { query, body })
      for (const instance of members)
        await admin.ok('anti_affinity_group_member_instance_add', { path: { anti_affinity_group: id, instance } })
    }
  }
  const stopped = async (project: string, count: number) => {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push((await made(server, project, { start: false })).id)
    return ids
  }
  const startAll = async (ids: string[]) => {
    const statuses: number[] = []
    for (const id of ids) statuses.push((await start(id)).status)
    return statuses
  }
  const places = async (ids: string[]) => new Set(await Promise.all(ids.map(sledOf))).size

  it('that are required keep instances together, or apart', async () => {
    const project = await newProject(server)
    const together = await stopped(project, 3)
    await newGroup(project, 'affinity', 'fail', together)
    expect(await startAll(together)).toEqual([202, 202, 202])
    expect(await places(together)).toBe(1)
    const apart = await stopped(project, 5)
    await newGroup(project, 'anti', 'fail', apart)
    expect(await startAll(apart)).toEqual([202, 202, 202, 202, 507])
    expect(await places(apart.slice(0, 4))).toBe(4)
  })

  it('that are preferred do not refuse a start', async () => {
    const project = await newProject(server)
    const together = await stopped(project, 3)
    await newGroup(project, 'affinity', 'allow', together)
    expect(await startAll(together)).toEqual([202, 202, 202])
    expect(await places(together)).toBe(1)
    const apart = await stopped(project, 5)
    await newGroup(project, 'anti', 'allow', apart)
    expect(await startAll(apart)).toEqual([202, 202, 202, 202, 202])
    expect(await places(apart)).toBe(4)
  })

  it('that contradict each other refuse the start', async () => {
    const project = await newProject(server)
    const [a, b, c] = (await stopped(project, 3)) as [string, string, string]
    await newGroup(project, 'anti', 'fail', [a, b])
    expect(await startAll([a, b])).toEqual([202, 202])
    await server.settle()
    await clear()
    await newGroup(project, 'affinity', 'fail', [a, c])
    await newGroup(project, 'anti', 'fail', [a, b, c].slice(0, 0))
    const body = { name: 'second', description: '', policy: 'fail', failure_domain: 'sled' }
    const { id } = await admin.ok('affinity_group_create', { query: { project }, body })
    for (const instance of [b, c])
      await admin.ok('affinity_group_member_instance_add', { path: { affinity_group: id, instance } })
    expect(await startAll([a, b])).toEqual([202, 202])
    expect(await start(c)).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
  })

  it('that require and exclude the same sled refuse the start', async () => {
    const project = await newProject(server)
    const pair = await stopped(project, 2)
    await newGroup(project, 'affinity', 'fail', pair)
    await newGroup(project, 'anti', 'fail', pair)
    expect(await startAll(pair)).toEqual([202, 400])
  })
})
