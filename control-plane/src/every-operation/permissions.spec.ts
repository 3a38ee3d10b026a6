import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { permissions } from '@skerry/contract/rules/permission-table.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import type { Caller, Request_ } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { bodiesFor, type Everything, makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

/**
 * Every implemented operation, called without a credential and by the admin of another silo: what these are told, and
 * what they are not. Which role may do what is in permission-matrix.spec.ts.
 */

const built = (Object.keys(handlers) as OperationId[]).filter((id) => !permits(id, undefined))
const tableOf = (id: OperationId): Operation => operations[id]
const needsOf = (id: OperationId) => JSON.stringify(permissions[id])
const requestById = (id: OperationId) => requests.byId(id)
const requestByName = (id: OperationId) => requests.byName(id)
/** Queries are sent with POST, since they are long. */
const reads = (id: OperationId) =>
  id.endsWith('timeseries_query') || (tableOf(id).method === 'get' && !tableOf(id).websocket)
const isProjects = (id: OperationId) => /"(project\.|inProject)/.test(needsOf(id)) || id === 'image_demote'

let server: TestServer
let everything: Everything
let requests: Requests
let outsider: Caller
beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
  outsider = await server.user({ silo: 'admin' }, await server.silo('elsewhere'))
})
afterAll(() => server.close())

/** The names and ids of things that an answer has. A kind is none. */
function tellsOf(body: unknown): string[] {
  const text = JSON.stringify(body, (key, value: unknown) => (key === 'kind' ? undefined : value))
  const { project, ids, names, siloImage } = everything
  return [project.id, siloImage, ...Object.values({ ...ids, sled_id: ids['project']!, metric: ids['project']! })]
    .concat(Object.values(names))
    .filter((word) => word !== 'default' && text.includes(`"${word}"`))
}

const statuses = async (caller: Caller, ids: readonly OperationId[], request: (id: OperationId) => Request_) => {
  const found: Record<string, number> = {}
  for (const id of ids) found[id] = (await caller.call(id, request(id))).status
  return found
}

const expected = (ids: readonly OperationId[], status: (id: OperationId) => number) =>
  Object.fromEntries(ids.map((id) => [id, status(id)]))

describe('every implemented operation', () => {
  it('has a body to test with, if it takes one', () => {
    const without = built.filter((id) => tableOf(id).body && !bodiesFor(everything)[id] && !permits(id, {}))
    expect(without).toEqual([])
  })

  it('answers 401 to requests without a credential', async () => {
    expect(await statuses(server.anonymous, built, requestById)).toEqual(expected(built, () => 401))
  })

  it('answers 401 to credentials that are malformed, unknown or of the wrong kind', async () => {
    const zeros = '0'.repeat(40)
    for (const headers of [
      { cookie: `skerry-session=${zeros}` },
      { cookie: 'skerry-session=' + '../'.repeat(20) },
      { authorization: `Bearer skerry-token-${zeros}` },
      { authorization: `Bearer ${zeros}` },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
    ] as Record<string, string>[])
      expect(await statuses(server.anonymous, built, (id) => ({ ...requestById(id), headers }))).toEqual(
        expected(built, () => 401),
      )
  })

  it('hides resources of a project from the admin of another silo, by id and by name', async () => {
    const ids = built.filter(isProjects)
    expect(await statuses(outsider, ids, requestById)).toEqual(expected(ids, () => 404))
    expect(await statuses(outsider, ids, requestByName)).toEqual(expected(ids, () => 404))
  })

  it('leaks nothing to the admin of another silo, in answers or refusals', async () => {
    const ids = built.filter((id) => reads(id))
    const told: Record<string, string[]> = {}
    for (const id of ids) {
      const { status, body } = await outsider.call(id, requestById(id))
      const asked = Object.values({ ...requestById(id).path, ...requestById(id).query })
      const words = tellsOf(body).filter((word) => status < 400 || !asked.includes(word))
      if (words.length) told[id] = words
    }
    expect(told).toEqual({})
  })

  it('lets viewers of a project read all of it, by id and by name', async () => {
    const viewer = await server.user({ projects: { [everything.project.id]: 'viewer' } })
    // They answer only for an instance that runs.
    const ofRunning = /^instance_(guest_view|port_forward_list|serial_console)$/
    const readable = built.filter((id) => isProjects(id) && reads(id) && !ofRunning.test(id))
    expect(await statuses(viewer, readable, requestById)).toEqual(expected(readable, () => 200))
    expect(await statuses(viewer, readable, requestByName)).toEqual(expected(readable, () => 200))
  })

  it('has changed nothing', async () => {
    const { project } = everything
    const disks = await server.admin.ok('disk_list', { query: { project: project.id } })
    expect(disks.items.map(({ name }: { name: string }) => name)).toEqual(['swept-attached', 'swept-disk'])
    const projects = await server.admin.ok('project_list')
    expect(projects.items.map(({ name }: { name: string }) => name)).toEqual([project.name])
    expect(await server.admin.ok('policy_view')).not.toMatchObject({ role_assignments: [] })
  })
})

describe('a resource of another silo in a body', () => {
  it('is not found', async () => {
    const project = await outsider.ok('project_create', { body: { name: 'own', description: '' } })
    const { ids, siloImage } = everything
    const thing = { name: 'never-made', description: '' }
    const machine = {
      ...thing,
      hostname: 'never',
      ncpus: 1,
      memory: 2 ** 30,
      start: false,
      network_interfaces: { type: 'none' },
    }
    const disk = (disk_source: object) => ({ ...thing, size: 2 ** 31, disk_source })
    const tries: [OperationId, object][] = [
      ['disk_create', disk({ type: 'image', image_id: ids['image'] })],
      ['disk_create', disk({ type: 'image', image_id: siloImage })],
      ['disk_create', disk({ type: 'snapshot', snapshot_id: ids['snapshot'] })],
      ['snapshot_create', { ...thing, disk: ids['disk'] }],
      ['image_create', { ...thing, os: 'x', version: '1', source: { type: 'snapshot', id: ids['snapshot'] } }],
      ['floating_ip_create', { ...thing, pool: ids['pool'] }],
      ['floating_ip_create', { ...thing, pool: 'swept-pool' }],
      ['instance_create', { ...machine, anti_affinity_groups: [ids['anti_affinity_group']] }],
      ['instance_create', { ...machine, ssh_public_keys: [ids['ssh_key']] }],
      ['instance_create', { ...machine, disks: [{ type: 'attach', name: 'swept-disk' }] }],
    ]
    for (const [operation, body] of tries) {
      const answer = await outsider.call(operation, { query: { project: project.id }, body })
      // It repeats how the request named the thing, and nothing else.
      const { selector, ...rest } = answer.body
      expect(JSON.stringify(body)).toContain(`"${selector}"`)
      expect([operation, answer.status, tellsOf(rest)]).toEqual([operation, 404, []])
    }
  })
})
