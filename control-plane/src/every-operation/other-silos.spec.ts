import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { resources } from '../resources.ts'
import type { Caller, Request_ } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { type GrowingTable, idOf } from './bulk-data-columns.ts'
import { insertBulkData } from './bulk-data.ts'
import { type Everything, makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

/** Wherever a request has an id: the id of another silo's resource gets the same answer as an unknown id. */

const TABLES: Partial<Record<string, GrowingTable>> = {
  ...Object.fromEntries(resources.filter(({ parent }) => parent).map(({ parameter, table }) => [parameter, table])),
  gatewayPool: 'internet_gateway_ip_pools',
  attachedDisk: 'disks',
  image: 'images',
  ssh_key: 'ssh_keys',
  user_id: 'users',
  group_id: 'groups',
  token_id: 'access_tokens',
  certificate: 'certificates',
  provider: 'saml_identity_providers',
  pool: 'ip_pools',
  probe: 'probes',
  silo: 'silos',
}

let server: TestServer
let everything: Everything
let caller: Caller
/** Maps each id of `Everything` to one of the same kind in another silo. */
const foreign = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
  await insertBulkData(server.db, everything, { others: 1, many: 1, few: 1 })
  // Without the mapping: fleet admins see pools and silos.
  caller = await server.user({ silo: 'collaborator' })
  for (const [name, table] of Object.entries(TABLES) as [string, GrowingTable][]) {
    const { rows } = await sql<{ id: string }>`
      select ${sql.raw(idOf(table, 'other'))} as id from generate_series(1, 1) i`.execute(server.db)
    foreign.set(everything.ids[name]!, rows[0]!.id)
  }
  foreign.set(everything.user, randomId())
})
afterAll(() => server.close())

/** Requests with ids in optional fields of their bodies. */
function moreRequests(): [OperationId, Request_][] {
  const { ids, siloImage } = everything
  const query = { project: ids['project']! }
  const thing = { name: 'never-made', description: '' }
  const disk = (disk_source: object) => ({ query, body: { ...thing, size: 2 ** 31, disk_source } })
  const machine = { ...thing, hostname: 'never', ncpus: 1, memory: 2 ** 30, start: false }
  const instance = (fields: object) => ({ query, body: { ...machine, ...fields } })
  foreign.set(siloImage, foreign.get(ids['image']!)!)
  return [
    ['user_list', { query: { group: ids['group_id']! } }],
    ['disk_create', disk({ type: 'snapshot', snapshot_id: ids['snapshot'] })],
    ['disk_create', disk({ type: 'image', image_id: ids['image'] })],
    ['disk_create', disk({ type: 'image', image_id: siloImage })],
    ['floating_ip_create', { query, body: { ...thing, pool: ids['pool'] } }],
    ['instance_create', instance({ external_ips: [{ type: 'floating', floating_ip: ids['floating_ip'] }] })],
    ['instance_create', instance({ external_ips: [{ type: 'ephemeral', pool: ids['pool'] }] })],
    ['instance_create', instance({ anti_affinity_groups: [ids['anti_affinity_group']] })],
    ['instance_create', instance({ ssh_public_keys: [ids['ssh_key']] })],
    ['instance_ephemeral_ip_attach', { path: { instance: ids['instance'] }, body: { pool: ids['pool'] } }],
    [
      'instance_update',
      {
        path: { instance: ids['instance'] },
        body: { ncpus: 1, memory: 2 ** 30, boot_disk: ids['disk'], auto_restart_policy: null },
      },
    ],
    ['vpc_subnet_update', { path: { subnet: ids['subnet'] }, body: { custom_router: ids['router'] } }],
    [
      'vpc_subnet_create',
      { query: { vpc: ids['vpc'] }, body: { ...thing, ipv4_block: '10.2.0.0/24', custom_router: ids['router'] } },
    ],
  ]
}

/** The ids in a request that have a counterpart in another silo. */
const idsIn = (request: Request_): string[] => [...foreign.keys()].filter((id) => JSON.stringify(request).includes(id))

const replaced = (request: Request_, id: string, by: string) =>
  JSON.parse(JSON.stringify(request).replaceAll(id, by)) as Request_

it("another silo's resource gets the same answer as an unknown id", async () => {
  const requests = new Requests(everything)
  const built = (Object.keys(handlers) as OperationId[]).filter((id) => {
    const operation: Operation = operations[id]
    return !permits(id, undefined) && !operation.websocket
  })
  const tries = [...built.map((id): [OperationId, Request_] => [id, requests.byId(id)]), ...moreRequests()]
  const told: unknown[] = []
  let count = 0
  for (const [operation, request] of tries)
    for (const id of idsIn(request)) {
      const answers = []
      for (const other of [foreign.get(id)!, randomId()]) {
        const { status, body } = await caller.call(operation, replaced(request, id, other))
        answers.push({ status, message: String(body?.message).replaceAll(other, '<id>'), code: body?.error_code })
      }
      count++
      const [theirs, nobodys] = answers
      if (theirs!.status < 400 || JSON.stringify(theirs) !== JSON.stringify(nobodys))
        told.push({ operation, id, theirs, nobodys })
    }
  expect(told).toEqual([])
  expect(count).toBeGreaterThan(150)
})
