import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import type { Request_ } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { type Listener, listen } from './http.ts'

const GIB = 2 ** 30
const blank = { type: 'blank', block_size: 512 }
const named = (name: string) => ({ name, description: '' })
const inProject = { query: { project: 'harbour' } }
const instance = (name: string) => ({ ...named(name), hostname: name, ncpus: 1, memory: GIB, start: false })

let server: TestServer
let listener: Listener
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server
  await admin.ok('project_create', { body: named('harbour') })
  await admin.ok('disk_create', { ...inProject, body: { ...named('crane'), size: GIB, disk_source: blank } })
  await admin.ok('instance_create', { ...inProject, body: instance('tug') })
  await server.db
    .updateTable('quotas')
    .set({ storage: 100 * GIB })
    .where('silo_id', '=', server.siloId)
    .execute()
  listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (...call) => server.plane.fetch(...call))
  cookie = `skerry-session=${await createSession(server.db, admin.userId, server.clock.now())}`
})
afterAll(async () => {
  await listener.close(0)
  await server.close()
})

async function send(id: OperationId, { path = {}, query = {}, body }: Request_) {
  const operation = operations[id]
  const pathname = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]))
  const url = new URL(pathname, `http://127.0.0.1:${listener.port}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const answer = await fetch(url, {
    method: operation.method.toUpperCase(),
    headers: { cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

const subnet = (more: object) => ({
  query: { vpc: 'default', project: 'harbour' },
  body: { ...named('quay'), ...more },
})
const nic = (ip: string) => ({ ...named('net0'), vpc_name: 'default', subnet_name: 'default', ip })

it.each<[string, OperationId, Request_, Record<string, string>]>([
  [
    'a field that breaks a rule of the contract',
    'project_create',
    { body: named('No Name') },
    { field: 'name', reason: 'can only contain lower-case letters, digits and hyphens' },
  ],
  [
    'a nested field',
    'disk_create',
    { ...inProject, body: { ...named('d'), size: GIB, disk_source: { type: 'blank', block_size: 7 } } },
    { field: 'disk_source.block_size', reason: 'Invalid option: expected one of 512|2048|4096' },
  ],
  [
    'a field in a list',
    'instance_create',
    { ...inProject, body: { ...instance('x'), disks: [7] } },
    { field: 'disks[0]', reason: 'Invalid input: expected object, received number' },
  ],
  [
    'a parameter of the query',
    'project_list',
    { query: { limit: 0 } },
    { field: 'limit', reason: 'must be at least 1' },
  ],
  [
    'a parameter of the path',
    'project_view',
    { path: { project: 'No Name' } },
    { field: 'project', reason: 'can only contain lower-case letters, digits and hyphens' },
  ],
  ['a parameter that a list requires', 'disk_list', {}, { field: 'project', reason: 'is required' }],
  ['a selector without its parent', 'disk_view', { path: { disk: 'crane' } }, { field: 'project' }],
  [
    'a value that the operation refuses',
    'instance_create',
    { ...inProject, body: { ...instance('x'), ncpus: 1000 } },
    { field: 'ncpus', reason: 'must be from 1 to 64' },
  ],
  [
    'a thing that is missing, by name',
    'disk_view',
    { path: { disk: 'raft' }, ...inProject },
    { kind: 'disk', selector: 'raft' },
  ],
  [
    'a thing that is missing, by id',
    'instance_view',
    { path: { instance: '00000000-0000-4000-8000-000000000000' } },
    { kind: 'instance', selector: '00000000-0000-4000-8000-000000000000' },
  ],
  [
    'the parent of a thing that is missing',
    'disk_view',
    { path: { disk: 'crane' }, query: { project: 'nowhere' } },
    { kind: 'project', selector: 'nowhere' },
  ],
  [
    'a thing in the wrong state',
    'instance_reboot',
    { path: { instance: 'tug' }, ...inProject },
    { kind: 'instance', selector: 'tug' },
  ],
  [
    'a name that is taken',
    'project_create',
    { body: { name: 'harbour', description: 'harbour' } },
    { field: 'name', kind: 'project', selector: 'harbour' },
  ],
  [
    'a name that is taken by a part',
    'instance_create',
    {
      ...inProject,
      body: { ...instance('x'), disks: [{ type: 'create', ...named('crane'), size: GIB, disk_source: blank }] },
    },
    { field: 'disks[0].name', kind: 'disk', selector: 'crane' },
  ],
  [
    'the name of a user that is taken',
    'local_idp_user_create',
    { query: { silo: 'default' }, body: { external_id: 'admin', password: { mode: 'login_disallowed' } } },
    { field: 'external_id', kind: 'silo-user', selector: 'admin' },
  ],
  [
    'a network that overlaps another',
    'vpc_subnet_create',
    subnet({ ipv4_block: '172.30.0.0/24' }),
    { field: 'ipv4_block' },
  ],
  [
    'a router that is not custom',
    'vpc_subnet_create',
    subnet({ ipv4_block: '10.1.0.0/24', custom_router: 'system' }),
    { field: 'custom_router' },
  ],
  [
    'an address, wherever the request has it',
    'instance_create',
    { ...inProject, body: { ...instance('x'), network_interfaces: { type: 'create', params: [nic('10.9.9.9')] } } },
    { field: 'network_interfaces.params[0].ip' },
  ],
  [
    'storage that is not left',
    'disk_create',
    { ...inProject, body: { ...named('large'), size: 1023 * GIB, disk_source: blank } },
    { field: 'size' },
  ],
  [
    'tables that a query does not align',
    'system_timeseries_query',
    { body: { query: 'get virtual_disk:reads | filter timestamp > @now() - 1m | group_by [disk_id]' } },
    { field: 'query', kind: 'unaligned-table' },
  ],
])('%s', async (_, operation, request, expected) => {
  const {
    error_code: _code,
    message: _message,
    request_id: _id,
    position: _position,
    ...about
  } = await send(operation, request)
  expect(about).toEqual(expected)
})
