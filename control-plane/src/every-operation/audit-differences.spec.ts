import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { type Everything, makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

let server: TestServer
let everything: Everything
beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
})
afterAll(() => server.close())

const isUpdate = (id: OperationId) => (operations[id] as Operation).method === 'put'
const updates = (Object.keys(handlers) as OperationId[]).filter(isUpdate)

const role = (identity_id: string | undefined, role_name: string) => ({
  identity_id,
  identity_type: 'silo_user',
  role_name,
})

/** Bodies that change something, where those of `Requests` say what is so already. */
const changes = ({ user, ids }: Everything): Partial<Record<OperationId, object>> => ({
  policy_update: { role_assignments: [role(user, 'admin'), role(ids['user_id'], 'viewer')] },
  silo_policy_update: { role_assignments: [role(user, 'admin'), role(ids['user_id'], 'collaborator')] },
  auth_settings_update: { device_token_max_ttl_seconds: 3600 },
  project_deletion_lock_update: { locked: true },
  disk_deletion_lock_update: { locked: true },
  image_deletion_lock_update: { locked: true },
  instance_deletion_lock_update: { locked: true },
  vpc_deletion_lock_update: { locked: true },
  instance_update: { ncpus: 2, memory: 2 ** 30, boot_disk: null, auto_restart_policy: null },
  ip_pool_silo_update: { is_default: true },
  system_overcommitment_update: { cpu: 2, storage: 1 },
  networking_allow_list_update: { allowed_ips: { allow: 'list', ips: ['192.0.2.0/24'] } },
})

async function detailOf(requestId: string | null): Promise<unknown> {
  const entries = server.db.selectFrom('audit_log').select('detail').where('request_id', '=', requestId)
  return (await entries.executeTakeFirstOrThrow()).detail
}

it('every update leaves in the audit log what it changed', async () => {
  const requests = new Requests(everything)
  const bodies = changes(everything)
  const details: [OperationId, number, unknown][] = []
  for (const id of updates) {
    const request = requests.byId(id)
    const answer = await server.admin.call(id, { ...request, ...(bodies[id] && { body: bodies[id] }) })
    details.push([id, answer.status, await detailOf(answer.headers.get('x-request-id'))])
    await server.settle()
  }
  const leaves = (detail: unknown) => {
    const { before, after, added, inserted } = (detail ?? {}) as Record<string, object | undefined>
    return (before && after && Object.keys(after).length > 0) || added !== undefined || inserted !== undefined
  }
  expect(details.filter(([, status, detail]) => status >= 300 || !leaves(detail))).toEqual([])
  expect(updates.length).toBeGreaterThan(20)
})

it('an update that changes nothing leaves none', async () => {
  const path = { project: everything.project.id }
  const { name, description } = await server.admin.ok('project_view', { path })
  const { headers } = await server.admin.call('project_update', { path, body: { name, description } })
  expect(await detailOf(headers.get('x-request-id'))).toBeNull()
})

it('an update of firewall rules leaves the names of those that were added, removed and changed', async () => {
  const query = { vpc: everything.ids['vpc'] }
  const rule = (name: string, priority: number) => ({
    name,
    description: '',
    action: 'allow',
    direction: 'inbound',
    filters: {},
    priority,
    status: 'enabled',
    targets: [{ type: 'ip_net', value: '10.0.0.0/8' }],
  })
  const put = async (rules: object[]) => {
    const { headers } = await server.admin.call('vpc_firewall_rules_update', { query, body: { rules } })
    return detailOf(headers.get('x-request-id'))
  }
  await put([rule('kept', 1), rule('moved', 2), rule('gone', 3)])
  expect(await put([rule('kept', 1), rule('moved', 4), rule('new', 3)])).toEqual({
    added: ['new'],
    removed: ['gone'],
    changed: ['moved'],
  })
  expect(await put([rule('kept', 1), rule('moved', 4), rule('new', 3)])).toBeNull()
})

it('a new name of a VPC leaves the names of the firewall rules that follow it', async () => {
  const path = { vpc: everything.ids['vpc'] }
  const named = (name: string, targets: object[]) => ({
    name,
    description: '',
    action: 'deny',
    direction: 'outbound',
    filters: {},
    priority: 1,
    status: 'enabled',
    targets,
  })
  const { name } = await server.admin.ok('vpc_view', { path })
  const rules = [named('own', [{ type: 'vpc', value: name }]), named('other', [{ type: 'subnet', value: name }])]
  await server.admin.ok('vpc_firewall_rules_update', { query: path, body: { rules } })
  const { headers } = await server.admin.call('vpc_update', { path, body: { name: `${name}-2` } })
  expect(await detailOf(headers.get('x-request-id'))).toEqual({
    before: { name },
    after: { name: `${name}-2` },
    firewall_rules_changed: ['own'],
  })
})
