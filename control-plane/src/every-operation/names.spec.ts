import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { handlers } from '../handlers.ts'
import { type EmbeddedPostgres, startPostgres } from '../node/postgres/postgres.ts'
import { scratchFolder } from '../node/testing/server.ts'
import type { Answer } from '../testing/caller.ts'
import { type Certified, certified } from '../testing/certified.ts'
import { providerBody, samlSilo } from '../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { type Everything, makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

const NAME = 'never-made'
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEvAYHxzyGkpPdVqVnOYJ2fpCk6zlPjcGqDOyJnHzFmK somebody'

const data = scratchFolder()
let postgres: EmbeddedPostgres
let server: TestServer
let requests: Requests
let idp: Certified
beforeAll(async () => {
  postgres = await startPostgres(join(data.path, 'postgres'), (why) => {
    throw new Error(`PostgreSQL ended: ${why}`)
  })
  vi.stubEnv('SKERRY_TEST_DATABASE_URL', postgres.url())
  vi.stubEnv('SKERRY_TEST_TEMPLATE', undefined)
  server = await startTestServer()
  const everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
  for (const nth of [0, 1, 2, 3, 4]) await makeSpare(everything, nth)
  await samlSilo(server, 'company')
  idp = await certified()
  await server.settle()
})
afterAll(async () => {
  await server.close()
  await postgres.stop()
  vi.unstubAllEnvs()
  data[Symbol.dispose]()
})

/** Creates another parent for each request: two requests on the same one would be refused by another rule. */
async function makeSpare({ project, ids }: Everything, nth: number): Promise<void> {
  const named = { name: `spare-${nth}`, description: '' }
  const { admin } = server
  const ipv4_block = `10.${nth + 200}.0.0/24`
  await admin.ok('vpc_subnet_create', { query: { vpc: ids['vpc'] }, body: { ...named, ipv4_block } })
  await admin.ok('ip_pool_create', { body: named })
  const link = { silo: server.siloId, is_default: false }
  await admin.ok('ip_pool_silo_link', { path: { pool: named.name }, body: link })
  const disk_source = { type: 'blank', block_size: 512 }
  await admin.ok('disk_create', { query: { project: project.id }, body: { ...named, size: 2 ** 30, disk_source } })
}

const takesName = (id: OperationId) => {
  const body = (operations[id] as Operation).body
  return body !== undefined && 'shape' in body && 'name' in (body.shape as object)
}
const named = (Object.keys(handlers) as OperationId[]).filter(takesName)
/** These replace the resource that has the name. */
const REPLACING: OperationId[] = ['networking_switch_port_settings_create', 'networking_bgp_announce_set_update']
const refusing = named.filter((id) => !REPLACING.includes(id))
const creates = refusing.filter((id) => id.endsWith('_create'))
const updates = refusing.filter((id) => id.endsWith('_update'))

const own: Partial<Record<OperationId, (nth: number) => object>> = {
  vpc_subnet_create: (nth) => ({ ipv4_block: `10.${nth + 100}.0.0/24` }),
  internet_gateway_ip_address_create: (nth) => ({ address: `198.51.100.${nth + 100}` }),
  internet_gateway_ip_pool_create: (nth) => ({ ip_pool: `spare-${nth}` }),
  snapshot_create: (nth) => ({ disk: `spare-${nth}` }),
  instance_network_interface_create: (nth) => ({ subnet_name: `spare-${nth}` }),
  current_user_ssh_key_create: () => ({ public_key: PUBLIC_KEY }),
  saml_identity_provider_create: () => providerBody(idp),
}

function ask(id: OperationId, nth = 0): Promise<Answer> {
  const request = requests.byId(id)
  // Images and fetches share their names.
  const name = id === 'image_fetch_create' ? `${NAME}-fetch` : NAME
  const body = { ...(request.body as object), ...own[id]?.(nth), name, description: '' }
  // The silo of the other resources has local users only.
  const elsewhere = id === 'saml_identity_provider_create' && { query: { silo: 'company' } }
  return server.admin.call(id, { ...request, ...elsewhere, body })
}
const errors = () =>
  readFileSync(join(data.path, 'postgres.log'), 'utf8')
    .split('\n')
    // PostgreSQL also logs as an error that it ended its own vacuum for a statement that needed the lock.
    .filter((line) => /\bERROR:/.test(line) && !line.includes('canceling autovacuum task'))

test('a taken name is refused without a database error, also when several requests use it at once', async () => {
  expect(creates.length).toBeGreaterThan(15)
  for (const id of creates) {
    const answers = await Promise.all([0, 1, 2, 3].map((nth) => ask(id, nth)))
    const refused = answers.filter(({ status }) => status === 400)
    expect([id, answers.map(({ status }) => status).toSorted()]).toEqual([id, [201, 400, 400, 400]])
    for (const { body } of [...refused, await ask(id, 4)]) {
      expect([id, body.error_code]).toEqual([id, 'ObjectAlreadyExists'])
      expect(body.message).toMatch(/^already exists: [a-z-]+ "/)
    }
    await server.settle()
  }
  for (const id of updates) expect([id, (await ask(id)).body.error_code]).toEqual([id, 'ObjectAlreadyExists'])
  expect(errors()).toEqual([])
})

test('so are an image promoted or demoted to a taken name, and a pool that is linked already', async () => {
  const { body } = requests.byId('image_create')
  const ofSilo = await server.admin.ok('image_create', { body: { ...(body as object), name: NAME } })
  await server.settle()
  const { query } = requests.byId('image_create')
  const promoted = await server.admin.call('image_promote', { path: { image: NAME }, query: query! })
  expect(promoted.body.message).toBe(`already exists: silo-image "${NAME}"`)
  const demoted = await server.admin.call('image_demote', { path: { image: ofSilo.id }, query: query! })
  expect(demoted.body.message).toBe(`already exists: project-image "${NAME}"`)
  const linked = await server.admin.call('ip_pool_silo_link', requests.byId('ip_pool_silo_link'))
  expect(linked.body.error_code).toBe('ObjectAlreadyExists')
  expect(errors()).toEqual([])
})

/** Pairs of operations that give the same name to two resources at once, without a lock that both need anyway. */
const renames: [OperationId, string, OperationId, object?][] = [
  ['project_create', 'project', 'project_update'],
  ['vpc_create', 'vpc', 'vpc_update', { dns_name: 'vpc' }],
  ['affinity_group_create', 'affinity_group', 'affinity_group_update', { policy: 'allow', failure_domain: 'sled' }],
  ['floating_ip_create', 'floating_ip', 'floating_ip_update'],
  ['ip_pool_create', 'pool', 'ip_pool_update'],
]

test.each(renames)('resources of %s that get the same name at once', async (create, param, update, more) => {
  const { query } = requests.byId(create)
  const make = (name: string) => server.admin.call(create, { query: query!, body: { name, description: '', ...more } })
  for (let round = 0; round < 8; round++) {
    const name = `wanted-${round}`
    const rename = async (by: string) =>
      server.admin.call(update, { path: { [param]: (await make(`${by}-${round}`)).body.id }, body: { name } })
    const answers = await Promise.all([make(name), rename('one'), rename('two'), rename('three')])
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error_code === 'ObjectAlreadyExists')).toHaveLength(3)
  }
  await server.settle()
  expect(errors()).toEqual([])
})

test('images that are promoted to the same name at once', async () => {
  const { query, body } = requests.byId('image_create')
  const make = (name: string, project: string | undefined) =>
    server.admin.call('image_create', { query: { project }, body: { ...(body as object), name } })
  const { project } = query as { project: string }
  for (let round = 0; round < 8; round++) {
    const name = `moved-${round}`
    const { body: image } = await make(name, project)
    await server.settle()
    const answers = await Promise.all([
      server.admin.call('image_promote', { path: { image: image.id } }),
      make(name, undefined),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
  }
  await server.settle()
  expect(errors()).toEqual([])
})

test('the database log shows a broken constraint (checks the test itself)', async () => {
  const { id } = await server.db.selectFrom('silos').select('id').executeTakeFirstOrThrow()
  const project = { silo_id: id, name: NAME, description: '', time_created: new Date(), time_modified: new Date() }
  const insert = server.db.insertInto('projects').values({ id: crypto.randomUUID(), ...project })
  await expect(insert.execute()).rejects.toThrow(/projects_silo_id_name_key/)
  await expect.poll(errors).toHaveLength(1)
})
