import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { makeCertificate } from '../certificates/self-signed.ts'

let server: TestServer
let collaborator: Caller
let viewer: Caller
beforeAll(async () => {
  server = await startTestServer()
  collaborator = await server.user({ fleet: 'collaborator' })
  viewer = await server.user({ fleet: 'viewer' })
})
afterAll(() => server.close())

const quotas = { cpus: 10, memory: 2 ** 33, storage: 2 ** 40 }
const silo = (name: string, fields: object = {}) => ({
  body: {
    name,
    description: 'of a test',
    discoverable: true,
    identity_mode: 'local_only',
    quotas,
    tls_certificates: [],
    ...fields,
  },
})
const named = (name: string) => ({ path: { silo: name } })
const refusal = (status: number, error_code: string, message: string) => ({
  status,
  body: { error_code, message },
})

describe('silo_create', () => {
  it('creates a silo without images on a platform that boots none without content', async () => {
    const real = await startTestServer({ capabilities: { bootsEmptyImages: false } })
    expect((await real.admin.ok('image_list')).items).toEqual([])
    const other = await real.user({ silo: 'admin' }, await real.silo('other'))
    expect((await other.ok('image_list')).items).toEqual([])
    await real.close()
  })

  it('creates a silo with its quota and starter images', async () => {
    const answer = await collaborator.call('silo_create', silo('sales'))
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'sales', description: 'of a test', discoverable: true, mapped_fleet_roles: {} },
    })
    expect(await viewer.ok('silo_view', named('sales'))).toEqual(answer.body)
    expect(await viewer.ok('silo_quotas_view', named(answer.body.id))).toEqual({ silo_id: answer.body.id, ...quotas })
    const member = await server.user({ silo: 'viewer' }, answer.body.id)
    expect((await member.ok('image_list')).items).toHaveLength(3)
    expect((await member.ok('silo_view', named('sales'))).id).toBe(answer.body.id)
  })

  it('gives a silo starter images that disks can be created from', async () => {
    const { id: siloId } = await collaborator.ok('silo_create', silo('starters'))
    const member = await server.user({ silo: 'collaborator' }, siloId)
    const { id: project } = await member.ok('project_create', { body: { name: 'p', description: '' } })
    const [{ id: image_id, size }] = (await member.ok('image_list')).items
    const body = { name: 'd', description: '', size, disk_source: { type: 'image', image_id } }
    const disk = await member.ok('disk_create', { query: { project }, body })
    await server.settle()
    expect((await member.ok('disk_view', { path: { disk: disk.id } })).state).toEqual({ state: 'detached' })
  })

  it('creates the admin group', async () => {
    const made = await collaborator.ok('silo_create', {
      ...silo('with-admins', { identity_mode: 'saml_jit', admin_group_name: 'Cloud Admins' }),
    })
    const { role_assignments } = await viewer.ok('silo_policy_view', named(made.id))
    const group = await server.db.selectFrom('groups').selectAll().where('silo_id', '=', made.id).executeTakeFirst()
    expect(group?.external_id).toBe('Cloud Admins')
    expect(role_assignments).toEqual([{ identity_id: group?.id, identity_type: 'silo_group', role_name: 'admin' }])
  })

  it.each<[string, object, string, RegExp]>([
    ['an admin group without an identity provider', { admin_group_name: 'admins' }, 'InvalidRequest', /local_only/],
    ['a negative quota', { quotas: { ...quotas, cpus: -1 } }, 'InvalidRequest', /^cpus must not be negative$/],
    ...['', ' admins', 'a,b', 'a'.repeat(257), 'a\u0085b'].map((admin_group_name): [string, object, string, RegExp] => [
      `the admin group "${admin_group_name}"`,
      { admin_group_name, identity_mode: 'saml_jit' },
      'InvalidValue',
      /^unsupported value for "admin_group_name"/,
    ]),
  ])('refuses %s', async (_, fields, error_code, message) => {
    const answer = await collaborator.call('silo_create', silo('refused', fields))
    expect(answer).toMatchObject({ status: 400, body: { error_code } })
    expect(answer.body.message).toMatch(message)
    expect((await viewer.call('silo_view', named('refused'))).status).toBe(404)
  })

  it.each([
    ['a name in capitals', { name: 'Sales' }],
    ['no quotas', { quotas: undefined }],
    ['an unknown identity mode', { identity_mode: 'ldap' }],
    ['a mapping of unknown roles', { mapped_fleet_roles: { owner: ['admin'] } }],
  ])('rejects %s', async (_, fields) => {
    const answer = await collaborator.call('silo_create', silo('unread', fields))
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^unable to parse JSON body: .+ at line \d+ column \d+$/)
  })

  it('requires a fleet admin when roles are mapped to fleet admin', async () => {
    const mapped_fleet_roles = { viewer: ['viewer'] }
    expect(await collaborator.call('silo_create', silo('mapped', { mapped_fleet_roles }))).toMatchObject(
      refusal(403, 'Forbidden', 'Forbidden'),
    )
    expect(
      (await collaborator.call('silo_create', silo('unmapped', { mapped_fleet_roles: { admin: [] } }))).status,
    ).toBe(201)
    const repeated = { viewer: ['viewer', 'viewer'] }
    const made = await server.admin.ok('silo_create', silo('mapped', { mapped_fleet_roles: repeated }))
    expect(made.mapped_fleet_roles).toEqual(mapped_fleet_roles)
    const member = await server.user({ silo: 'viewer' }, made.id)
    expect((await member.call('silo_list')).status).toBe(200)
  })

  it('accepts certificates that cover it, all or none', async () => {
    const good = { name: 'good', description: '', service: 'external_api', ...(await makeCertificate()) }
    const other = await makeCertificate({ names: ['elsewhere.sys.example.org'] })
    const bad = { name: 'bad', description: '', service: 'external_api', ...other }
    const refused = await collaborator.call('silo_create', silo('served', { tls_certificates: [good, bad] }))
    expect(refused).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidValue', field: 'tls_certificates[1].cert' },
    })
    expect(refused.body.message).toMatch(
      /^unsupported value for "certificate": it does not cover served\.sys\..* \(certificate "bad"\)$/,
    )
    const twice = await collaborator.call('silo_create', silo('served', { tls_certificates: [good, good] }))
    expect(twice).toMatchObject(refusal(400, 'ObjectAlreadyExists', 'already exists: certificate "good"'))
    const many = await collaborator.call(
      'silo_create',
      silo('served', { tls_certificates: Array.from({ length: 17 }, () => good) }),
    )
    expect(many).toMatchObject({ status: 400, body: { message: expect.stringContaining('at most 16 certificates') } })
    const made = await collaborator.ok('silo_create', silo('served', { tls_certificates: [good] }))
    const admin = await server.user({ silo: 'admin' }, made.id)
    expect((await admin.ok('certificate_list')).items).toMatchObject([{ name: 'good', cert: good.cert }])
  })

  it('checks many large certificates one after the other', async () => {
    const names = ['large.sys.example.org', ...Array.from({ length: 2000 }, (_, i) => `host-${i}`)]
    const large = { description: '', service: 'external_api', ...(await makeCertificate({ names })) }
    const tls_certificates = Array.from({ length: 16 }, (_, i) => ({ name: `large-${i}`, ...large }))
    const create = () => collaborator.call('silo_create', silo('large', { tls_certificates }))
    expect((await create()).status).toBe(201)
    expect(await leastLargestTurn(100, create)).toBeLessThan(100)
  })

  it('gives a name to one of two concurrent requests', async () => {
    const both = await Promise.all([1, 2].map(() => collaborator.call('silo_create', silo('wanted'))))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(both.find(({ status }) => status === 400)?.body.message).toBe('already exists: silo "wanted"')
    const made = await server.db.selectFrom('silos').select('id').where('name', '=', 'wanted').execute()
    expect(made).toHaveLength(1)
  })
})

describe('silo_list and silo_view', () => {
  it('return a silo that is not discoverable by name only', async () => {
    const hidden = await collaborator.ok('silo_create', silo('hidden', { discoverable: false }))
    const { items } = await viewer.ok('silo_list', { query: { limit: 1000 } })
    const names = items.map(({ name }: { name: string }) => name)
    expect(names).toContain('default')
    expect(names).not.toContain('hidden')
    expect(names).toEqual(names.toSorted())
    expect(await viewer.ok('silo_view', named('hidden'))).toEqual(hidden)
    expect(await viewer.ok('silo_view', named(hidden.id))).toEqual(hidden)
    const used = await viewer.ok('silo_utilization_list', { query: { limit: 1000 } })
    expect(used.items.map(({ silo_name }: { silo_name: string }) => silo_name)).toContain('hidden')
  })

  it('reveal nothing to other silos', async () => {
    const outsider = await server.user({ silo: 'admin' }, await server.silo('outside'))
    expect((await outsider.call('silo_list')).status).toBe(403)
    expect(await outsider.call('silo_view', named('default'))).toMatchObject(
      refusal(404, 'ObjectNotFound', 'not found: silo with name "default"'),
    )
    expect(await outsider.call('silo_view', named(server.siloId))).toMatchObject(
      refusal(404, 'ObjectNotFound', `not found: silo with id "${server.siloId}"`),
    )
    expect((await outsider.call('silo_view', named('outside'))).status).toBe(200)
    expect((await viewer.call('silo_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('silo_utilization_list', () => {
  it('leaves out silos that are not discoverable and have no quota', async () => {
    const none = { cpus: 0, memory: 0, storage: 0 }
    await collaborator.ok('silo_create', silo('idle', { discoverable: false, quotas: none }))
    await collaborator.ok('silo_create', silo('seen', { quotas: none }))
    const { items } = await viewer.ok('silo_utilization_list', { query: { limit: 1000 } })
    const names = items.map(({ silo_name }: { silo_name: string }) => silo_name)
    expect(names).toContain('seen')
    expect(names).not.toContain('idle')
    expect(await viewer.ok('silo_utilization_view', named('idle'))).toMatchObject({
      allocated: none,
      provisioned: none,
    })
  })
})

describe('silo_delete', () => {
  it('is refused while the silo has a project', async () => {
    const { id } = await collaborator.ok('silo_create', silo('busy'))
    const admin = await server.user({ silo: 'admin' }, id)
    await admin.ok('project_create', { body: { name: 'work', description: '' } })
    expect(await collaborator.call('silo_delete', named('busy'))).toMatchObject(
      refusal(400, 'InvalidRequest', 'silo "busy" has project "work": delete it first'),
    )
    expect((await admin.call('silo_view', named(id))).status).toBe(200)
  })

  it('deletes everything in the silo, with its sessions and tokens', async () => {
    const { id } = await collaborator.ok(
      'silo_create',
      silo('leaving', { identity_mode: 'saml_jit', admin_group_name: 'admins' }),
    )
    const admin = await server.user({ silo: 'admin', fleet: 'viewer' }, id)
    const pair = { name: 'own', description: '', service: 'external_api', ...(await makeCertificate()) }
    await admin.ok('certificate_create', { body: pair })
    const pool = await server.admin.ok('ip_pool_create', { body: { name: 'leaving-pool', description: '' } })
    await server.admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: { silo: id, is_default: true } })

    expect((await collaborator.call('silo_delete', named('leaving'))).status).toBe(204)
    expect((await admin.call('current_user_view')).status).toBe(401)
    expect((await viewer.call('silo_view', named(id))).status).toBe(404)
    for (const table of ['users', 'groups', 'certificates', 'images', 'quotas', 'ip_pool_silos'] as const) {
      const left = await server.db.selectFrom(table).select('silo_id').where('silo_id', '=', id).execute()
      expect({ table, left }).toEqual({ table, left: [] })
    }
    const roles = await server.db
      .selectFrom('role_assignments')
      .selectAll()
      .where((where) => where.or([where('resource_id', '=', id), where('identity_id', '=', admin.userId)]))
      .execute()
    expect(roles).toEqual([])
    expect((await collaborator.call('silo_create', silo('leaving'))).status).toBe(201)
    expect((await server.admin.ok('ip_pool_silo_list', { path: { pool: pool.id } })).items).toEqual([])
  })

  it('refuses an unknown silo', async () => {
    expect(await collaborator.call('silo_delete', named('nowhere'))).toMatchObject(
      refusal(404, 'ObjectNotFound', 'not found: silo with name "nowhere"'),
    )
  })

  it('is refused for the last fleet admin', async () => {
    const only = await startTestServer()
    const last = await only.user({ fleet: 'admin' }, await only.silo('the-last'))
    await only.admin.ok('policy_update', { body: { role_assignments: [] } })
    expect(await last.call('silo_delete', named('the-last'))).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: expect.stringContaining('without an admin') },
    })
    expect((await last.call('system_policy_view')).status).toBe(200)
    await only.close()
  })

  it('is serialized with concurrent project creation', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, name } = await collaborator.ok('silo_create', silo(`raced-${round}`))
      const admin = await server.user({ silo: 'admin' }, id)
      const body = { name: `project-${randomId()}`, description: '' }
      const [made, deleted] = await Promise.all([
        admin.call('project_create', { body }),
        collaborator.call('silo_delete', named(name)),
      ])
      expect([`${made.status} ${deleted.status}`]).toEqual([deleted.status === 204 ? '401 204' : '201 400'])
    }
  })
})
