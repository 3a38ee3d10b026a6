import { maxFloatingIps } from '@skerry/contract/rules/instances.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { expectMalformed, openSite, refusal, type Site, createStoppedInstance } from '../network-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server.close())

let count = 0
const query = { project: 'harbour' }
const body = (fields: object = {}) => ({ name: `floating-${++count}`, description: 'For a test', ...fields })
const create = (fields: object = {}) => site.owner.ok('floating_ip_create', { query, body: body(fields) })
const at = (floating: { id: string }) => ({ path: { floating_ip: floating.id } })
const attach = (floating: { id: string }, parent: string) =>
  site.owner.call('floating_ip_attach', { ...at(floating), body: { kind: 'instance', parent } })

describe('floating_ip_create', () => {
  it('takes the next free address, or the requested one', async () => {
    const pool = await site.owner.ok('project_ip_pool_view', { path: { pool: 'default' } })
    expect(await create()).toMatchObject({
      description: 'For a test',
      instance_id: null,
      ip: expect.stringMatching(/^198\.18\.0\.\d+$/),
      ip_pool_id: pool.id,
      project_id: site.project.id,
    })
    expect((await create({ ip: '198.18.9.9', pool: 'default' })).ip).toBe('198.18.9.9')
  })

  it('refuses unavailable addresses, unknown pools and taken names', async () => {
    const { name, ip } = await create()
    const tryCreate = (fields: object) => site.owner.call('floating_ip_create', { query, body: body(fields) })
    expect(refusal(await tryCreate({ ip }))).toBe(`address ${ip} is in use by floating IP "${name}"`)
    const elsewhere = await site.server.admin.ok('project_create', { body: { name: 'quay', description: '' } })
    const there = { query: { project: elsewhere.id }, body: body({ ip }) }
    expect(refusal(await site.server.admin.call('floating_ip_create', there))).toBe(`address ${ip} is in use`)
    expect(refusal(await tryCreate({ ip: '10.0.0.1' }))).toBe('address 10.0.0.1 is not in IP pool "default"')
    expect(refusal(await tryCreate({ ip: 'fd00::1' }))).toBe('address fd00::1 is not in IP pool "default"')
    expectMalformed(await tryCreate({ ip: '198.18' }))
    expect(refusal(await tryCreate({ name }), 'ObjectAlreadyExists')).toBe(`already exists: floating-ip "${name}"`)
    expect((await tryCreate({ pool: 'nowhere' })).body.message).toBe('not found: ip-pool with name "nowhere"')
  })

  it('answers 404 without a default pool, and for an unlinked pool', async () => {
    const { server } = site
    const user = await server.user({ silo: 'collaborator' }, await server.silo('poolless'))
    await user.ok('project_create', { body: { name: 'harbour', description: '' } })
    const messageOf = async (fields: object) => {
      const answer = await user.call('floating_ip_create', { query, body: body(fields) })
      return [answer.status, answer.body.message]
    }
    expect(await messageOf({})).toEqual([404, 'not found: default IP pool for this silo'])
    for (const pool of ['default', 'skerry-service-pool'])
      expect(await messageOf({ pool })).toEqual([404, `not found: ip-pool with name "${pool}"`])
  })

  it('answers 507 when the pool is exhausted, also to one of two concurrent requests', async () => {
    const pool = await site.server.admin.ok('ip_pool_create', { body: { name: 'tiny', description: '' } })
    const path = { pool: pool.id }
    await site.server.admin.ok('ip_pool_range_add', { path, body: { first: '10.70.0.1', last: '10.70.0.1' } })
    await site.server.admin.ok('ip_pool_silo_link', { path, body: { silo: 'default', is_default: false } })
    const answers = await Promise.all(
      [1, 2].map(() => site.owner.call('floating_ip_create', { query, body: body({ pool: 'tiny' }) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 507])
  })
})

describe('floating_ip_list', () => {
  it('pages the floating IPs of a project', async () => {
    await create()
    await create()
    const first = await site.viewer.ok('floating_ip_list', { query: { ...query, limit: 1 } })
    expect(first.items).toHaveLength(1)
    const rest = await site.viewer.ok('floating_ip_list', { query: { page_token: first.next_page } })
    expect(rest.items[0].name > first.items[0].name).toBe(true)
    expectMalformed(await site.owner.call('floating_ip_list', {}))
  })
})

describe('floating_ip_view', () => {
  it('finds one by name and by id', async () => {
    const floating = await create()
    const byName = { path: { floating_ip: floating.name }, query }
    expect(await site.viewer.ok('floating_ip_view', byName)).toEqual(floating)
    expect(refusal(await site.owner.call('floating_ip_view', { ...at(floating), query }))).toBe(
      'when floating-ip is given as an id, project must not be given',
    )
    expect(refusal(await site.owner.call('floating_ip_view', { path: { floating_ip: floating.name } }))).toBe(
      'when floating-ip is given as a name, project is required',
    )
    expect((await site.owner.call('floating_ip_view', at({ id: randomId() }))).status).toBe(404)
  })
})

describe('floating_ip_update', () => {
  it('changes name and description', async () => {
    const floating = await create()
    const changed = await site.owner.ok('floating_ip_update', { ...at(floating), body: { description: 'New' } })
    expect(changed).toMatchObject({ name: floating.name, ip: floating.ip, description: 'New' })
    const { name } = await create()
    expect(
      refusal(await site.owner.call('floating_ip_update', { ...at(floating), body: { name } }), 'ObjectAlreadyExists'),
    ).toBe(`already exists: floating-ip "${name}"`)
    expectMalformed(await site.owner.call('floating_ip_update', { ...at(floating), body: { name: 7 } }))
    expect((await site.owner.call('floating_ip_update', { ...at({ id: randomId() }), body: {} })).status).toBe(404)
  })
})

describe('floating_ip_delete', () => {
  it('is refused while attached', async () => {
    const floating = await create()
    const instance = await createStoppedInstance(site)
    expect((await attach(floating, instance.id)).status).toBe(202)
    expect(refusal(await site.owner.call('floating_ip_delete', at(floating)))).toBe(
      `floating IP "${floating.name}" is attached to instance "${instance.name}": detach it first`,
    )
    await site.owner.ok('floating_ip_detach', at(floating))
    expect((await site.owner.call('floating_ip_delete', at(floating))).status).toBe(204)
    expect((await site.owner.call('floating_ip_delete', at(floating))).status).toBe(404)
    expect((await create({ ip: floating.ip })).ip).toBe(floating.ip)
  })
})

describe('floating_ip_attach', () => {
  it('attaches by name or id, idempotently, and to only one instance', async () => {
    const floating = await create()
    const [first, second] = [await createStoppedInstance(site), await createStoppedInstance(site)]
    expect(await attach(floating, first.name)).toMatchObject({ status: 202, body: { instance_id: first.id } })
    expect(await attach(floating, first.id)).toMatchObject({ status: 202, body: { instance_id: first.id } })
    expect(refusal(await attach(floating, second.id))).toBe(
      `floating IP "${floating.name}" is attached to instance "${first.name}": detach it first`,
    )
    const listed = await site.owner.ok('instance_external_ip_list', { path: { instance: first.id } })
    expect(listed.items).toMatchObject([{ kind: 'floating', name: floating.name, ip: floating.ip }])
    expectMalformed(await site.owner.call('floating_ip_attach', { ...at(floating), body: { kind: 'router' } }))
  })

  it('refuses instances of other projects, without interfaces, or in a transitional state', async () => {
    const floating = await create()
    expect((await attach(floating, 'nowhere')).status).toBe(404)
    expect(refusal(await attach(floating, randomId()))).toBe('the instance is not in the project of the floating IP')
    expect(
      refusal(await attach(floating, (await createStoppedInstance(site, { network_interfaces: { type: 'none' } })).id)),
    ).toContain('has no network interface: add one first')
    const instance = await createStoppedInstance(site)
    await site.owner.ok('instance_start', { path: { instance: instance.id } })
    expect((await attach(floating, instance.id)).status).toBe(503)
    await site.server.settle()
    expect((await attach(floating, instance.id)).status).toBe(202)
  })

  it('refuses an instance that has the maximum', async () => {
    const instance = await createStoppedInstance(site)
    const all = []
    for (let i = 0; i <= maxFloatingIps; i++) all.push(await create())
    const [last, ...others] = all
    for (const floating of others) expect((await attach(floating, instance.id)).status).toBe(202)
    expect(refusal(await attach(last!, instance.id))).toBe('an instance can have at most 32 floating IPs')
    expect((await attach(others[0]!, instance.id)).status).toBe(202)
    await site.owner.ok('floating_ip_detach', at(others[0]!))
    expect((await attach(last!, instance.id)).status).toBe(202)
  })

  it('lets exactly one of two concurrent requests attach it', async () => {
    const floating = await create()
    const instances = [await createStoppedInstance(site), await createStoppedInstance(site)]
    const answers = await Promise.all(instances.map(({ id }) => attach(floating, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 400])
  })
})

describe('floating_ip_detach', () => {
  it('detaches it, and is a no-op when it is detached', async () => {
    const floating = await create()
    await attach(floating, (await createStoppedInstance(site)).id)
    for (let i = 0; i < 2; i++)
      expect(await site.owner.call('floating_ip_detach', at(floating))).toMatchObject({
        status: 202,
        body: { instance_id: null },
      })
    expect((await site.owner.call('floating_ip_detach', at({ id: randomId() }))).status).toBe(404)
    expect(refusal(await site.owner.call('floating_ip_detach', { ...at(floating), query }))).toBe(
      'when floating-ip is given as an id, project must not be given',
    )
  })

  it('detaches it after the last network interface was deleted', async () => {
    const floating = await create()
    const instance = await createStoppedInstance(site)
    await attach(floating, instance.id)
    const nic = { path: { interface: 'net0' }, query: { instance: instance.name, ...query } }
    await site.owner.ok('instance_network_interface_delete', nic)
    expect(await site.owner.ok('floating_ip_detach', at(floating))).toMatchObject({ instance_id: null })
    expect((await site.owner.call('floating_ip_delete', at(floating))).status).toBe(204)
  })

  it('happens automatically when the instance is deleted', async () => {
    const instance = await createStoppedInstance(site)
    const floating = await create()
    await attach(floating, instance.id)
    await site.owner.ok('instance_delete', { path: { instance: instance.id } })
    expect(await site.owner.ok('floating_ip_view', at(floating))).toMatchObject({ instance_id: null })
    await site.server.settle()
  })
})
