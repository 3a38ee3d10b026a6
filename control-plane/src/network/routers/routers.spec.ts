import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { expectMalformed, openSite, refusal, type Site } from '../network-fixtures.ts'
import { MAX_LISTED_ROUTES } from './routers.repo.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server.close())

let count = 0
const query = { vpc: 'default', project: 'harbour' }
const named = (fields: object = {}) => ({ name: `thing-${++count}`, description: 'For a test', ...fields })
const create = () => site.owner.ok('vpc_router_create', { query, body: named() })
const otherVpc = () => site.owner.ok('vpc_create', { query: { project: 'harbour' }, body: named({ dns_name: 'net' }) })
const system = { path: { router: 'system' }, query }
const names = (answer: { items: { name: string }[] }) => answer.items.map(({ name }) => name)

describe('vpc_router_list', () => {
  it('answers the routers of a VPC', async () => {
    const { name } = await create()
    expect(names(await site.viewer.ok('vpc_router_list', { query }))).toEqual(expect.arrayContaining(['system', name]))
    expectMalformed(await site.owner.call('vpc_router_list', {}))
  })

  it('includes their routes up to the limit', async () => {
    const inVpc = { query: { vpc: (await otherVpc()).id } }
    const { id } = await site.owner.ok('vpc_router_create', { ...inVpc, body: named({ name: 'own' }) })
    const routesOf = async () => {
      const { items } = await site.viewer.ok('vpc_router_list', inVpc)
      return items.map(({ routes }: { routes?: object[] }) => routes)
    }
    const [none, ofSystem] = await routesOf()
    expect(none).toEqual([])
    const target = { type: 'internet_gateway', value: 'default' }
    const everywhere = { type: 'ip_net', value: '0.0.0.0/0' }
    expect(ofSystem).toMatchObject([
      { name: 'default', kind: 'vpc_subnet' },
      { name: 'default-v4', kind: 'default', destination: everywhere, target },
      { name: 'default-v6', kind: 'default', target },
    ])
    const route = { destination: everywhere, target: { type: 'drop' } }
    const add = () => site.owner.ok('vpc_router_route_create', { query: { router: id }, body: named(route) })
    for (let made = 0; made < MAX_LISTED_ROUTES; made++) await add()
    expect((await routesOf())[0]).toHaveLength(MAX_LISTED_ROUTES)
    await add()
    expect((await routesOf())[0]).toBeUndefined()
    expect((await site.viewer.ok('vpc_router_view', { path: { router: id } })).routes).toBeUndefined()
  })
})

describe('vpc_router_view', () => {
  it('finds it by name and by id', async () => {
    const router = await site.viewer.ok('vpc_router_view', system)
    expect(router).toMatchObject({ name: 'system', kind: 'system' })
    expect(await site.viewer.ok('vpc_router_view', { path: { router: router.id } })).toEqual(router)
    expect(refusal(await site.owner.call('vpc_router_view', { path: { router: router.id }, query }))).toBe(
      'when vpc-router is given as an id, vpc must not be given',
    )
    expect((await site.owner.call('vpc_router_view', { path: { router: randomId() } })).status).toBe(404)
  })
})

describe('vpc_router_create', () => {
  it('creates a custom router', async () => {
    expect(await create()).toMatchObject({ kind: 'custom' })
    const again = await site.owner.call('vpc_router_create', { query, body: named({ name: 'system' }) })
    expect(refusal(again, 'ObjectAlreadyExists')).toBe('already exists: vpc-router "system"')
    expectMalformed(await site.owner.call('vpc_router_create', { query, body: {} }))
  })
})

describe('vpc_router_update', () => {
  it('changes name and description', async () => {
    const { id, name } = await create()
    const path = { router: id }
    expect(await site.owner.ok('vpc_router_update', { path, body: { description: 'New' } })).toMatchObject({
      name,
      description: 'New',
    })
    expect(
      refusal(await site.owner.call('vpc_router_update', { path, body: { name: 'system' } }), 'ObjectAlreadyExists'),
    ).toBe('already exists: vpc-router "system"')
    expect((await site.owner.call('vpc_router_update', { path: { router: randomId() }, body: {} })).status).toBe(404)
  })
})

describe('vpc_router_delete', () => {
  it('leaves its subnets to the system router, which cannot be deleted', async () => {
    const router = await create()
    const subnet = await site.owner.ok('vpc_subnet_create', {
      query,
      body: named({ ipv4_block: '10.3.0.0/24', custom_router: router.name }),
    })
    const path = { router: router.id }
    await site.server.clock.advance(1000)
    expect((await site.owner.call('vpc_router_delete', { path })).status).toBe(204)
    expect((await site.owner.call('vpc_router_delete', { path })).status).toBe(404)
    const fallen = await site.owner.ok('vpc_subnet_view', { path: { subnet: subnet.id } })
    expect(fallen.custom_router_id).toBeNull()
    expect(fallen.time_modified > subnet.time_modified).toBe(true)
    expect(refusal(await site.owner.call('vpc_router_delete', system))).toBe('The system router cannot be deleted')
  })
})

const drop = { destination: { type: 'ip_net', value: '10.9.0.0/16' }, target: { type: 'drop' } }
const addRoute = async (fields: object = {}) => {
  const router = await create()
  return site.owner.ok('vpc_router_route_create', { query: { router: router.id }, body: named({ ...drop, ...fields }) })
}

describe('vpc_router_route_list and vpc_router_route_view', () => {
  it('answer routes by router', async () => {
    const inSystem = { query: { router: 'system', ...query } }
    expect(names(await site.viewer.ok('vpc_router_route_list', inSystem))).toEqual(
      expect.arrayContaining(['default', 'default-v4', 'default-v6']),
    )
    expectMalformed(await site.owner.call('vpc_router_route_list', { query }))
    const route = await site.viewer.ok('vpc_router_route_view', { path: { route: 'default-v4' }, ...inSystem })
    expect(
      refusal(
        await site.owner.call('vpc_router_route_view', { path: { route: route.id }, query: { router: 'system' } }),
      ),
    ).toBe('when router-route is given as an id, router must not be given')
    expect((await site.owner.call('vpc_router_route_view', { path: { route: randomId() } })).status).toBe(404)
  })
})

describe('vpc_router_route_create', () => {
  it('adds custom routes only to custom routers', async () => {
    expect(await addRoute()).toMatchObject({ kind: 'custom', ...drop })
    const asked = { query: { router: 'system', ...query }, body: named(drop) }
    expect(refusal(await site.owner.call('vpc_router_route_create', asked))).toBe(
      'Routes cannot be added to the system router',
    )
    const elsewhere = { query: { router: randomId() }, body: named(drop) }
    expect((await site.owner.call('vpc_router_route_create', elsewhere)).status).toBe(404)
  })

  it.each([
    ['to a VPC', { destination: { type: 'vpc', value: 'default' } }],
    ['by a VPC', { target: { type: 'vpc', value: 'default' } }],
    ['by a subnet', { target: { type: 'subnet', value: 'default' } }],
    ['from IPv4 to IPv6', { target: { type: 'ip', value: 'fd00::1' } }],
    ['from IPv6 to IPv4', { destination: { type: 'ip', value: 'fd00::1' }, target: { type: 'ip', value: '10.0.0.1' } }],
  ])('refuses a route %s', async (_, fields) => {
    const router = await create()
    const asked = { query: { router: router.id }, body: named({ ...drop, ...fields }) }
    expect(refusal(await site.owner.call('vpc_router_route_create', asked))).toMatch(/^A route cannot /)
  })
})

describe('vpc_router_route_update', () => {
  it('changes a custom route, and only the target of a default route', async () => {
    const route = await addRoute()
    const target = { type: 'ip', value: '10.1.1.1' }
    const path = { route: route.id }
    const changed = await site.owner.ok('vpc_router_route_update', { path, body: { ...drop, target, name: 'renamed' } })
    expect(changed).toMatchObject({ name: 'renamed', target })

    const inSystem = { query: { router: 'system', ...query } }
    const update = (name: string, body: object) =>
      site.owner.call('vpc_router_route_update', { path: { route: name }, ...inSystem, body })
    const anywhere = { type: 'ip_net', value: '0.0.0.0/0' }
    expect((await update('default-v4', { destination: anywhere, target: { type: 'drop' } })).body.target).toEqual({
      type: 'drop',
    })
    expect(refusal(await update('default-v4', drop))).toBe('only the target of a default route can be changed')
    expect(
      refusal(await update('default-v4', { destination: anywhere, target: { type: 'drop' }, name: 'other' })),
    ).toBe('only the target of a default route can be changed')
    expect(refusal(await update('default', drop))).toBe(
      'A route of kind vpc_subnet cannot be changed: it belongs to a subnet',
    )
    expectMalformed(await update('default-v4', { target: { type: 'drop' } }))
    expect((await update('nowhere', drop)).status).toBe(404)
  })
})

describe('vpc_router_route_delete', () => {
  it('deletes only custom routes', async () => {
    const path = { route: (await addRoute()).id }
    expect((await site.owner.call('vpc_router_route_delete', { path })).status).toBe(204)
    expect((await site.owner.call('vpc_router_route_delete', { path })).status).toBe(404)
    const inSystem = { query: { router: 'system', ...query } }
    for (const route of ['default', 'default-v6'])
      expect(refusal(await site.owner.call('vpc_router_route_delete', { path: { route }, ...inSystem }))).toContain(
        'cannot be deleted',
      )
  })
})
