import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const assignment = (user: Caller, role_name: string) => ({
  identity_id: user.userId,
  identity_type: 'silo_user',
  role_name,
})
const policy = (...role_assignments: unknown[]) => ({ body: { role_assignments } })

let count = 0
async function project() {
  const name = `policy-${++count}`
  return (await server.admin.ok('project_create', { body: { name, description: '' } })) as { id: string; name: string }
}

describe('project policy', () => {
  it('leaves no orphaned roles of a project that is deleted concurrently', async () => {
    const { id } = await project()
    const [vpc] = (await server.admin.ok('vpc_list', { query: { project: id } })).items
    const [subnet] = (await server.admin.ok('vpc_subnet_list', { query: { vpc: vpc.id } })).items
    await server.admin.ok('vpc_subnet_delete', { path: { subnet: subnet.id } })
    await server.admin.ok('vpc_delete', { path: { vpc: vpc.id } })
    const user = await server.user()
    const path = { path: { project: id } }
    const [deleted, written] = await Promise.all([
      server.admin.call('project_delete', path),
      server.admin.call('project_policy_update', { ...path, ...policy(assignment(user, 'viewer')) }),
    ])
    expect(deleted.status).toBe(204)
    expect([200, 404]).toContain(written.status)
    const left = await server.db.selectFrom('role_assignments').select('role').where('resource_id', '=', id).execute()
    expect(left).toEqual([])
  })

  it('is replaced completely, returned sorted by role, and in force at once', async () => {
    const { id, name } = await project()
    const [one, other] = [await server.user(), await server.user()]
    const path = { path: { project: name } }
    const written = await server.admin.ok('project_policy_update', {
      ...path,
      ...policy(assignment(one, 'viewer'), assignment(other, 'admin'), assignment(other, 'admin')),
    })
    expect(written.role_assignments).toEqual([assignment(other, 'admin'), assignment(one, 'viewer')])
    expect(await one.ok('project_policy_view', { path: { project: id } })).toEqual(written)
    expect((await one.call('project_policy_update', { ...path, ...policy() })).status).toBe(403)
    expect((await other.call('project_policy_update', { ...path, ...policy(assignment(other, 'admin')) })).status).toBe(
      200,
    )
    expect((await one.call('project_policy_view', path)).status).toBe(404)
  })

  it('refuses identities of other silos, too many assignments, and invalid input', async () => {
    const { name } = await project()
    const silo = await server.silo(`policies-${++count}`)
    const foreigner = await server.user({}, silo)
    const path = { path: { project: name } }
    const update = (request: object) => server.admin.call('project_policy_update', { ...path, ...request })
    expect(await update(policy(assignment(foreigner, 'viewer')))).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: expect.stringContaining(foreigner.userId) },
    })
    const many = Array.from({ length: 65 }, () => ({
      identity_id: randomId(),
      identity_type: 'silo_group',
      role_name: 'viewer',
    }))
    expect((await update(policy(...many))).body.message).toBe('a policy may have at most 64 role assignments')
    expect((await update({ body: { role_assignments: [{ role_name: 'owner' }] } })).status).toBe(400)
    expect((await server.admin.call('project_policy_view', { path: { project: 'No_Name' } })).status).toBe(400)
  })

  it('rejects an update with an outdated If-Match', async () => {
    const { name } = await project()
    const user = await server.user()
    const path = { path: { project: name } }
    const read = await server.admin.call('project_policy_view', path)
    const tag = read.headers.get('etag') ?? ''
    const write = (etag: string) =>
      server.admin.call('project_policy_update', {
        ...path,
        ...policy(assignment(user, 'viewer')),
        headers: { 'if-match': etag },
      })
    const first = await write(tag)
    expect(first.status).toBe(200)
    expect(await write(tag)).toMatchObject({ status: 412, body: { error_code: 'PreconditionFailed' } })
    expect((await write(`"other", ${first.headers.get('etag')}`)).status).toBe(200)
    expect((await write('*')).status).toBe(200)
  })
})

describe('silo policy', () => {
  it('is read by every user of the silo and written by its admins', async () => {
    const silo = await server.silo(`own-${++count}`)
    const [admin, plain] = [await server.user({ silo: 'admin' }, silo), await server.user({}, silo)]
    expect(await plain.ok('policy_view')).toEqual({ role_assignments: [assignment(admin, 'admin')] })
    const lines = [assignment(admin, 'admin'), assignment(plain, 'collaborator')]
    expect((await admin.ok('policy_update', policy(...lines))).role_assignments).toEqual(lines)
    expect((await admin.call('policy_update', { body: {} })).status).toBe(400)
  })

  it('is read by fleet viewers and written by fleet collaborators', async () => {
    const silo = await server.silo(`watched-${++count}`)
    const member = await server.user({ silo: 'viewer' }, silo)
    const path = { path: { silo } }
    const viewer = await server.user({ fleet: 'viewer' })
    const collaborator = await server.user({ fleet: 'collaborator' })
    const line = assignment(member, 'viewer')
    expect(await viewer.ok('silo_policy_view', path)).toEqual({ role_assignments: [line] })
    expect((await collaborator.call('silo_policy_update', { ...path, ...policy(line) })).status).toBe(200)
    expect((await member.call('silo_policy_view', path)).status).toBe(200)
    expect((await viewer.call('silo_policy_view', { path: { silo: 'No_Silo' } })).status).toBe(400)
    expect((await collaborator.call('silo_policy_update', { ...path, body: {} })).status).toBe(400)
  })
})

describe('fleet policy', () => {
  it('is read by fleet viewers and written by fleet admins', async () => {
    const viewer = await server.user({ fleet: 'viewer' })
    const plain = await server.user()
    const before = await viewer.ok('system_policy_view')
    expect(before.role_assignments).toContainEqual(assignment(viewer, 'viewer'))
    expect((await server.admin.call('system_policy_update', { body: {} })).status).toBe(400)
    const lines = [...before.role_assignments, assignment(plain, 'collaborator')]
    await server.admin.ok('system_policy_update', policy(...lines))
    expect((await plain.call('system_policy_view')).status).toBe(200)
  })

  it('keeps at least one fleet admin', async () => {
    const siloPolicy = await server.admin.ok('policy_view')
    const message = 'this would leave the fleet without an admin: make another user admin first'
    expect(await server.admin.call('policy_update', policy())).toMatchObject({ status: 400, body: { message } })
    const second = await server.user()
    await server.admin.ok('system_policy_update', policy(assignment(second, 'admin')))
    await server.admin.ok('policy_update', policy())
    expect(await second.call('system_policy_update', policy())).toMatchObject({ status: 400, body: { message } })
    await second.ok('silo_policy_update', { path: { silo: 'default' }, body: siloPolicy })
  })
})

it('updates are in the audit log with the old and new policy', async () => {
  const { id } = await project()
  const user = await server.user()
  const path = { path: { project: id } }
  await server.admin.ok('project_policy_update', { ...path, ...policy(assignment(user, 'viewer')) })
  server.clock.leap(1)
  await server.admin.ok('project_policy_update', { ...path, ...policy(assignment(user, 'admin')) })
  const kept = await server.db
    .selectFrom('audit_log')
    .select('detail')
    .where('target', '=', id)
    .where('operation', '=', 'project_policy_update')
    .orderBy('time')
    .execute()
  const [none, viewer, admin] = [[], [assignment(user, 'viewer')], [assignment(user, 'admin')]].map(
    (role_assignments) => ({ role_assignments }),
  )
  expect(kept.map(({ detail }) => detail)).toEqual([
    { before: none, after: viewer },
    { before: viewer, after: admin },
  ])
})

it('updates are in the audit log with actor and target, failed ones too', async () => {
  const { id, name } = await project()
  const viewer = await server.user({ projects: { [id]: 'viewer' } })
  await viewer.call('project_policy_update', { path: { project: name }, ...policy() })
  await server.admin.ok('project_policy_update', { path: { project: name }, ...policy() })
  const written = server.db
    .selectFrom('audit_log')
    .select(['actor_id', 'target', 'status', 'source_address'])
    .where('operation', '=', 'project_policy_update')
  const entries = [
    ...(await written.where('actor_id', '=', viewer.userId).execute()),
    ...(await written.where('target', '=', id).execute()),
  ]
  expect(entries).toContainEqual({ actor_id: viewer.userId, target: null, status: 403, source_address: '192.0.2.1' })
  expect(entries).toContainEqual({
    actor_id: server.admin.userId,
    target: id,
    status: 200,
    source_address: '192.0.2.1',
  })
})
