import { maxTransitIps } from '@skerry/contract/rules/instances.ts'
import { canonicalNet, maxSubnets } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { expectMalformed, openSite, refusal, type Site, createStoppedInstance } from '../network-fixtures.ts'

let site: Site
let vpc: { id: string; name: string; ipv6_prefix: string; system_router_id: string }
beforeAll(async () => {
  site = await openSite()
  vpc = await site.owner.ok('vpc_view', { path: { vpc: 'default' }, query: { project: 'harbour' } })
})
afterAll(() => site.server.close())

let count = 0
const query = { vpc: 'default', project: 'harbour' }
const body = (fields: object = {}) => ({
  name: `subnet-${++count}`,
  description: 'For a test',
  ipv4_block: `10.1.${count}.0/24`,
  ...fields,
})
const create = (fields: object = {}) => site.owner.ok('vpc_subnet_create', { query, body: body(fields) })
const tryCreate = (fields: object) => site.owner.call('vpc_subnet_create', { query, body: body(fields) })
/** The prefix is random: a third group of zero is not written. */
const nth64 = (n: number) => {
  const [first, second, third = '0'] = vpc.ipv6_prefix.replace('::/48', '').split(':')
  return canonicalNet(`${first}:${second}:${third}:${n.toString(16)}::/64`)!
}

describe('vpc_subnet_create', () => {
  it('takes the lowest free /64 and adds a route to the system router', async () => {
    const subnet = await create()
    expect(subnet).toMatchObject({ ipv6_block: nth64(1), vpc_id: vpc.id, custom_router_id: null })
    const route = await site.owner.ok('vpc_router_route_view', {
      path: { route: subnet.name },
      query: { router: 'system', ...query },
    })
    expect(route).toMatchObject({
      kind: 'vpc_subnet',
      destination: { type: 'subnet', value: subnet.name },
      target: { type: 'subnet', value: subnet.name },
    })
    const next = await create({ ipv6_block: nth64(3) })
    expect(next.ipv6_block).toBe(nth64(3))
    expect((await create()).ipv6_block).toBe(nth64(2))
  })

  it.each([
    ['10.200.0.0/27', 'must be from /8 to /26'],
    ['10.0.0.0/7', 'must be from /8 to /26'],
    ['8.8.8.0/24', 'must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    ['192.168.0.0/13', 'must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    ['10.200.0.1/24', 'has host bits set'],
    ['172.30.2.0/24', 'overlaps 172.30.0.0/22 of subnet "default"'],
    ['172.16.0.0/12', 'overlaps 172.30.0.0/22 of subnet "default"'],
  ])('refuses IPv4 block %s, which %s', async (ipv4_block, problem) => {
    expect(refusal(await tryCreate({ ipv4_block }))).toMatch(new RegExp(`^(ipv4_block )?${ipv4_block} ${problem}$`))
  })

  it('refuses an IPv6 block that is not a free /64 of the prefix', async () => {
    expect(refusal(await tryCreate({ ipv6_block: 'fd00::/56' }))).toBe('ipv6_block fd00::/56 must be a /64')
    expect(refusal(await tryCreate({ ipv6_block: '2001:db8::/64' }))).toBe(
      `ipv6_block 2001:db8::/64 must be in the VPC's prefix ${vpc.ipv6_prefix}`,
    )
    expect(refusal(await tryCreate({ ipv6_block: nth64(0) }))).toBe(
      `${nth64(0)} overlaps ${nth64(0)} of subnet "default"`,
    )
  })

  it('refuses the system router as its custom router', async () => {
    expect(refusal(await tryCreate({ custom_router: 'system' }))).toBe('custom_router must be a custom router')
  })

  it('reuses the lowest freed /64, also the first of the prefix', async () => {
    const own = { name: 'blocks', description: '', dns_name: 'blocks', ipv6_prefix: 'fdab:cdef:12::/48' }
    await site.owner.ok('vpc_create', { query: { project: 'harbour' }, body: own })
    const inOwn = { vpc: 'blocks', project: 'harbour' }
    const next = () => site.owner.ok('vpc_subnet_create', { query: inOwn, body: body() })
    const remove = (subnet: string) => site.owner.ok('vpc_subnet_delete', { path: { subnet }, query: inOwn })
    const [first, second, third] = [await next(), await next(), await next()]
    expect([first, second, third].map((subnet) => subnet.ipv6_block)).toEqual(
      [1, 2, 3].map((index) => `fdab:cdef:12:${index}::/64`),
    )
    await remove(second.name)
    await remove('default')
    expect((await next()).ipv6_block).toBe('fdab:cdef:12::/64')
    expect((await next()).ipv6_block).toBe('fdab:cdef:12:2::/64')
    expect((await next()).ipv6_block).toBe('fdab:cdef:12:4::/64')
  })

  it(`refuses more than ${maxSubnets} subnets of a VPC`, async () => {
    const full = { name: 'full', description: '', dns_name: 'full', ipv6_prefix: 'fdab:cdef:13::/48' }
    const { id } = await site.owner.ok('vpc_create', { query: { project: 'harbour' }, body: full })
    // The default subnet counts too.
    await sql`
      insert into subnets (id, vpc_id, name, description, ipv4_block, ipv6_block, time_created, time_modified)
      select gen_random_uuid(), ${id}, 'bulk-' || n, '', network(set_masklen('10.0.0.0'::inet + n * 64, 26)),
        network(set_masklen(('fdab:cdef:13:' || to_hex(n) || '::')::inet, 64)), now(), now()
      from generate_series(1, ${maxSubnets - 2}::int) n`.execute(site.server.db)
    const inFull = (ipv4_block: string) =>
      site.owner.call('vpc_subnet_create', { query: { vpc: id }, body: body({ ipv4_block }) })
    const answers = await Promise.all([inFull('10.100.0.0/24'), inFull('10.101.0.0/24')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 201)!.body.ipv6_block).toBe('fdab:cdef:13:3ff::/64')
    expect(refusal(await inFull('10.102.0.0/24'))).toBe('a VPC can have at most 1024 subnets')
  })

  it('refuses a taken name, a bad body, and an unknown router or VPC', async () => {
    expect(refusal(await tryCreate({ name: 'default' }), 'ObjectAlreadyExists')).toBe(
      'already exists: vpc-subnet "default"',
    )
    expectMalformed(await tryCreate({ ipv4_block: '10.0.0.0' }))
    expect((await tryCreate({ custom_router: 'nowhere' })).status).toBe(404)
    const elsewhere = { query: { ...query, vpc: 'nowhere' }, body: body() }
    expect((await site.owner.call('vpc_subnet_create', elsewhere)).status).toBe(404)
  })

  it('assigns different blocks to concurrent requests', async () => {
    const made = await Promise.all([create(), create(), create()])
    expect(new Set(made.map((subnet) => subnet.ipv6_block)).size).toBe(3)
    const same = { ipv4_block: '10.77.0.0/24' }
    const answers = await Promise.all([tryCreate(same), tryCreate(same)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })
})

describe('vpc_subnet_list', () => {
  it('pages by name', async () => {
    await create({ name: 'aaa' })
    const first = await site.viewer.ok('vpc_subnet_list', { query: { ...query, limit: 1 } })
    expect(first.items).toMatchObject([{ name: 'aaa' }])
    const rest = await site.viewer.ok('vpc_subnet_list', { query: { page_token: first.next_page } })
    expect(rest.items[0].name).toBe('default')
    expectMalformed(await site.owner.call('vpc_subnet_list', { query: { project: 'harbour' } }))
  })
})

describe('vpc_subnet_view', () => {
  it('finds it by name and by id', async () => {
    const subnet = await create()
    expect(await site.viewer.ok('vpc_subnet_view', { path: { subnet: subnet.name }, query })).toEqual(subnet)
  })

  it('refuses contradictory selectors', async () => {
    const { id, name } = await create()
    const view = (subnet: string, selectors: object) =>
      site.owner.call('vpc_subnet_view', { path: { subnet }, query: { ...selectors } })
    expect(refusal(await view(id, { vpc: vpc.id }))).toBe('when vpc-subnet is given as an id, vpc must not be given')
    expect(refusal(await view(id, { project: 'harbour' }))).toBe(
      'when vpc-subnet is given as an id, project must not be given',
    )
    expect(refusal(await view(name, {}))).toBe('when vpc-subnet is given as a name, vpc is required')
    expect(refusal(await view(name, { vpc: 'default' }))).toBe('when vpc is given as a name, project is required')
    expect(refusal(await view(name, { vpc: vpc.id, project: 'harbour' }))).toBe(
      'when vpc is given as an id, project must not be given',
    )
    expect((await view(name, { vpc: vpc.id })).status).toBe(200)
    expect((await view(randomId(), {})).status).toBe(404)
    expect((await view('nowhere', query)).body.message).toBe('not found: vpc-subnet with name "nowhere"')
  })
})

describe('vpc_subnet_update', () => {
  it('renames its route too, and removes a custom router that is not in the request', async () => {
    const router = await site.owner.ok('vpc_router_create', { query, body: { name: 'own', description: '' } })
    const subnet = await create({ custom_router: 'own' })
    expect(subnet.custom_router_id).toBe(router.id)
    const renamed = await site.owner.ok('vpc_subnet_update', { path: { subnet: subnet.id }, body: { name: 'other' } })
    expect(renamed).toMatchObject({ name: 'other', description: 'For a test', custom_router_id: null })
    const route = await site.owner.ok('vpc_router_route_view', {
      path: { route: 'other' },
      query: { router: vpc.system_router_id },
    })
    expect(route).toMatchObject({ destination: { value: 'other' }, target: { value: 'other' } })
  })

  it('refuses taken and malformed names, unsuitable routers, and unknown subnets', async () => {
    const { id, name } = await create()
    const path = { subnet: id }
    const update = (fields: object) => site.owner.call('vpc_subnet_update', { path, body: fields })
    expect(refusal(await update({ name: 'default' }), 'ObjectAlreadyExists')).toBe(
      'already exists: vpc-subnet "default"',
    )
    expect(refusal(await update({ name: 'default-v4' }), 'ObjectAlreadyExists')).toBe(
      'already exists: router-route "default-v4"',
    )
    expect(await site.owner.ok('vpc_subnet_view', { path })).toMatchObject({ name })
    expect(refusal(await tryCreate({ name: 'default-v6' }), 'ObjectAlreadyExists')).toBe(
      'already exists: router-route "default-v6"',
    )
    expectMalformed(await update({ name: '0' }))
    expect(refusal(await update({ custom_router: vpc.system_router_id }))).toBe('custom_router must be a custom router')
    expect(refusal(await update({ custom_router: randomId() }))).toBe('custom_router is not a router of the VPC')
    expect((await site.owner.call('vpc_subnet_update', { path: { subnet: randomId() }, body: {} })).status).toBe(404)
  })
})

describe('vpc_subnet_delete', () => {
  it('deletes its route too, and is refused while it has network interfaces', async () => {
    const subnet = await create()
    const path = { subnet: subnet.id }
    expect((await site.owner.call('vpc_subnet_delete', { path })).status).toBe(204)
    expect((await site.owner.call('vpc_subnet_delete', { path })).status).toBe(404)
    const { items } = await site.owner.ok('vpc_router_route_list', { query: { router: vpc.system_router_id } })
    expect(items.map(({ name }: { name: string }) => name)).not.toContain(subnet.name)

    const { name } = await createStoppedInstance(site)
    expect(refusal(await site.owner.call('vpc_subnet_delete', { path: { subnet: 'default' }, query }))).toBe(
      `subnet "default" has network interface "net0" of instance "${name}": delete one of them first`,
    )
    expect(refusal(await site.owner.call('vpc_subnet_delete', { path: { subnet: 'default' } }))).toBe(
      'when vpc-subnet is given as a name, vpc is required',
    )
  })
})

describe('vpc_subnet_list_network_interfaces', () => {
  it('lists the interfaces of all instances in the subnet', async () => {
    const subnet = await create()
    const nic = { description: '', vpc_name: 'default', subnet_name: subnet.name }
    const instance = await createStoppedInstance(site, {
      network_interfaces: { type: 'create', params: [{ name: 'only', ...nic }] },
    })
    const request = { path: { subnet: subnet.id } }
    expect((await site.viewer.ok('vpc_subnet_list_network_interfaces', request)).items).toMatchObject([
      { name: 'only', instance_id: instance.id, subnet_id: subnet.id, primary: true },
    ])
    expectMalformed(await site.owner.call('vpc_subnet_list_network_interfaces', { ...request, query: { limit: 0 } }))
  })
})

it('counts the interfaces of each subnet in a list', async () => {
  const empty = await create()
  await createStoppedInstance(site)
  await createStoppedInstance(site)
  const { items } = await site.viewer.ok('vpc_subnet_list', { query: { ...query, limit: 1000 } })
  for (const subnet of items) {
    const inside = await site.viewer.ok('vpc_subnet_list_network_interfaces', { path: { subnet: subnet.id } })
    expect(subnet.network_interface_count).toBe(inside.items.length)
  }
  const counts = items.map((each: { network_interface_count: number }) => each.network_interface_count)
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(2)
  expect(items.find(({ id }: { id: string }) => id === empty.id).network_interface_count).toBe(0)
})

it('lists interfaces with many transit IPs in smaller pages', async () => {
  const { id } = await create({ ipv4_block: '10.254.0.0/16' })
  const nets = Array.from({ length: maxTransitIps }, (_, i) => `fd00:1111:2222:3333:4444:5555:6666:${1000 + i}/128`)
  await sql`with bulk as (
      insert into instances (id, project_id, name, description, hostname, ncpus, memory, run_state, intent,
        time_run_state_updated, time_created, time_modified)
      select gen_random_uuid(), ${site.project.id}, 'bulk-' || i, '', 'bulk', 1, 1, 'stopped', 'stopped', now(), now(),
        now() from generate_series(1, 400) i returning id, substr(name, 6)::int as i)
    insert into network_interfaces (id, instance_id, vpc_id, subnet_id, name, description, ip, mac, is_primary, slot,
      transit_ips, time_created, time_modified)
    select gen_random_uuid(), id, ${vpc.id}, ${id}, 'net0', '', '10.254.0.5'::inet + i, 'bulk-' || i, true, 0,
      ${JSON.stringify(nets)}::jsonb, now(), now() from bulk`.execute(site.server.db)
  const seen: string[] = []
  for (let token: string | undefined | null; token !== null;) {
    const paged = { limit: 1000, ...(token && { page_token: token }) }
    const page = await site.viewer.call('vpc_subnet_list_network_interfaces', { path: { subnet: id }, query: paged })
    expect(page.bytes.length).toBeLessThan(4 * 2 ** 20)
    seen.push(...page.body.items.map((nic: { id: string }) => nic.id))
    token = page.body.next_page
  }
  expect(seen).toHaveLength(400)
  expect(new Set(seen).size).toBe(400)
})
