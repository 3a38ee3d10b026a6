import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectMalformed, openSite, refusal, type Site, createStoppedInstance } from '../network-fixtures.ts'
import { vpcDocument } from '../vpcs/vpc-declare.saga.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server.close())

const query = { vpc: 'default', project: 'harbour' }
const rule = (fields: object = {}) => ({
  name: 'rule',
  description: 'For a test',
  action: 'allow',
  direction: 'inbound',
  filters: {},
  priority: 100,
  status: 'enabled',
  targets: [{ type: 'vpc', value: 'default' }],
  ...fields,
})
const put = (rules: object[], headers: Record<string, string> = {}) =>
  site.owner.call('vpc_firewall_rules_update', { query, body: { rules }, headers })

describe('vpc_firewall_rules_view', () => {
  it('answers all rules in one response', async () => {
    const { id } = await site.owner.ok('vpc_view', { path: { vpc: 'default' }, query: { project: 'harbour' } })
    expect((await site.viewer.ok('vpc_firewall_rules_view', { query: { vpc: id } })).rules).toHaveLength(3)
    expectMalformed(await site.owner.call('vpc_firewall_rules_view', { query: { project: 'harbour' } }))
    const elsewhere = { query: { ...query, vpc: 'nowhere' } }
    expect((await site.owner.call('vpc_firewall_rules_view', elsewhere)).status).toBe(404)
  })
})

describe('vpc_firewall_rules_update', () => {
  it('replaces all rules; a rule with an existing name keeps its id and creation time', async () => {
    const before = (await put([rule(), rule({ name: 'other' })])).body.rules
    await site.server.clock.advance(5000)
    const after = (await put([rule({ priority: 7 })])).body.rules
    const [kept] = before.filter(({ name }: { name: string }) => name === 'rule')
    expect(after).toMatchObject([{ id: kept.id, time_created: kept.time_created, priority: 7 }])
    expect(after[0].time_modified > kept.time_modified).toBe(true)
    expect((await site.owner.ok('vpc_firewall_rules_update', { query, body: {} })).rules).toEqual([])
  })

  it('leaves unchanged rules and the ETag as they are', async () => {
    const hosts = [{ type: 'ip', value: '2001:DB8::1' }]
    const same = rule({ name: 'same', filters: { hosts, ports: null } })
    const first = await put([same, rule({ name: 'other' })])
    await site.server.clock.advance(5000)
    const again = await put([rule({ name: 'other' }), rule({ name: 'same', filters: { hosts } })])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    for (const change of [
      { description: 'New' },
      { action: 'deny' },
      { direction: 'outbound' },
      { status: 'disabled' },
      { priority: 5 },
      { targets: [{ type: 'subnet', value: 'default' }] },
      { filters: { hosts: [] } },
    ]) {
      await site.server.clock.advance(5000)
      const before = (await put([same, rule({ name: 'other' })])).body.rules
      await site.server.clock.advance(5000)
      const [other, kept] = (await put([same, rule({ name: 'other', ...change })])).body.rules
      expect(other).toMatchObject({ ...change, id: before[0].id, time_created: before[0].time_created })
      expect(other.time_modified > before[0].time_modified).toBe(true)
      expect(kept).toEqual(before[1])
    }
  })

  it.each([
    ['without targets', { targets: [] }],
    ['with port 0', { filters: { ports: ['0'] } }],
    ['with a port out of range', { filters: { ports: ['80', '65536'] } }],
    ['with reversed ports', { filters: { ports: ['90-80'] } }],
    [
      'with ICMP codes out of range',
      { filters: { protocols: [{ type: 'icmp', value: { icmp_type: 3, code: '256' } }] } },
    ],
    ['with reversed ICMP codes', { filters: { protocols: [{ type: 'icmp', value: { icmp_type: 3, code: '4-1' } }] } }],
  ])('refuses a rule %s', async (_, fields) => {
    expect(refusal(await put([rule(fields)]))).toMatch(/^firewall rule "rule": /)
  })

  it('refuses duplicate names and violations of the schema', async () => {
    expect(refusal(await put([rule(), rule()]), 'InvalidValue')).toBe(
      'unsupported value for "rules": the name "rule" occurs more than once',
    )
    expectMalformed(await put([rule({ priority: 65_536 })]))
    expectMalformed(await put([rule({ filters: { ports: ['http'] } })]))
    const mapped = await put([rule({ filters: { hosts: [{ type: 'ip_net', value: '::ffff:10.0.0.0/104' }] } })])
    expectMalformed(mapped)
    expect(mapped.body.message).toMatch(/IPv4-mapped: write 10\.0\.0\.0\/8/)
    for (const value of [{ icmp_type: 256 }, { code: '1' }])
      expectMalformed(await put([rule({ filters: { protocols: [{ type: 'icmp', value }] } })]))
    for (const [part, one] of Object.entries({
      hosts: { type: 'vpc', value: 'default' },
      ports: '80',
      protocols: { type: 'tcp' },
    })) {
      const many = (number: number) => put([rule({ filters: { [part]: Array.from({ length: number }, () => one) } })])
      expect((await many(256)).status).toBe(200)
      expectMalformed(await many(257))
    }
    expectMalformed(await put(Array.from({ length: 1025 }, (_, i) => rule({ name: `r-${i}` }))))
    const targets = Array.from({ length: 257 }, () => ({ type: 'vpc', value: 'default' }))
    expectMalformed(await put([rule({ targets })]))
  })

  it('accepts 1024 rules, and unknown names', async () => {
    const rules = Array.from({ length: 1024 }, (_, i) => rule({ name: `r-${i}` }))
    expect((await put(rules)).status).toBe(200)
    const nobody = { type: 'instance', value: 'nobody' }
    expect((await put([rule({ targets: [nobody], filters: { hosts: [nobody] } })])).status).toBe(200)
  })

  it('refuses more target and host pairs than the largest rule can have', async () => {
    const anybody = Array.from({ length: 256 }, () => ({ type: 'vpc', value: 'default' }))
    const largest = rule({ targets: anybody, filters: { hosts: anybody } })
    expect((await put([largest])).status).toBe(200)
    expect(refusal(await put([largest, rule({ name: 'one-more' })]))).toBe(
      'the firewall rules of a VPC can have at most 65536 pairs of a target and a host in all, not 65537',
    )
  })

  it('honors If-Match', async () => {
    const seen = await site.owner.call('vpc_firewall_rules_view', { query })
    const match = { 'if-match': seen.headers.get('etag')! }
    expect((await put([rule({ priority: 1 })], match)).status).toBe(200)
    expect(await put([rule({ priority: 2 })], match)).toMatchObject({
      status: 412,
      body: { error_code: 'PreconditionFailed' },
    })
  })

  it('answers 404 for an unknown VPC', async () => {
    const elsewhere = { query: { ...query, vpc: 'nowhere' }, body: {} }
    expect((await site.owner.call('vpc_firewall_rules_update', elsewhere)).status).toBe(404)
  })
})

describe('the new name of a VPC', () => {
  const project = { project: 'harbour' }
  const create = (name: string) =>
    site.owner.ok('vpc_create', { query: project, body: { name, description: '', dns_name: name } })
  const view = (vpc: string) => site.owner.call('vpc_firewall_rules_view', { query: { vpc } })
  const rename = (vpc: string, name: string) => site.owner.ok('vpc_update', { path: { vpc }, body: { name } })

  it('is in its rules with the same commit, in targets and hosts, and they stay in force', async () => {
    const { id } = await create('before')
    const [own, other] = ['vpc', 'subnet'].map((type) => ({ type, value: 'before' }))
    const address = { type: 'ip', value: '192.0.2.1' }
    const rules = [
      rule({ name: 'both', targets: [other, own, address], filters: { hosts: [address, own, own], ports: ['25'] } }),
      rule({ name: 'host', targets: [other], filters: { hosts: [own] } }),
      rule({ name: 'no-list', targets: [own], filters: { hosts: null }, action: 'deny', direction: 'outbound' }),
      rule({ name: 'off', status: 'disabled', targets: [own], filters: { hosts: [] } }),
      rule({ name: 'others', targets: [other, { type: 'vpc', value: 'elsewhere' }], filters: { hosts: [address] } }),
    ]
    await site.owner.ok('vpc_firewall_rules_update', { query: { vpc: id }, body: { rules } })
    const earlier = await view(id)
    await site.server.clock.advance(5000)
    await rename(id, 'after')
    const later = await view(id)
    const text = JSON.stringify(later.body).replaceAll('"type":"vpc","value":"after"', '"type":"vpc","value":"before"')
    const untimed = (list: object[]) => list.map((each) => ({ ...each, time_modified: undefined }))
    expect(untimed(JSON.parse(text).rules)).toEqual(untimed(earlier.body.rules))
    expect(JSON.stringify(later.body)).not.toContain('"type":"vpc","value":"before"')
    expect(later.headers.get('etag')).not.toBe(earlier.headers.get('etag'))
    const changed = (later.body.rules as { name: string; time_modified: string }[]).filter(
      ({ time_modified }, at) => time_modified !== earlier.body.rules[at].time_modified,
    )
    expect(changed.map(({ name }) => name)).toEqual(['both', 'host', 'no-list', 'off'])
    const inForce = (await vpcDocument(site.server.db, id))!.firewallRules.map((each) => each.id)
    const idOf = (name: string) => later.body.rules.find((each: { name: string }) => each.name === name).id
    expect(inForce).toEqual(expect.arrayContaining([idOf('both'), idOf('no-list')]))
  })

  it('refuses rules that were read before it', async () => {
    const { id } = await create('earlier')
    const read = await view(id)
    await rename(id, 'later')
    const late = {
      query: { vpc: id },
      body: { rules: read.body.rules },
      headers: { 'if-match': read.headers.get('etag')! },
    }
    expect((await site.owner.call('vpc_firewall_rules_update', late)).status).toBe(412)
  })

  it('leaves the rules of other VPCs, and with any other change the rules of its own', async () => {
    const [one, two] = [await create('one'), await create('two')]
    const foreign = rule({ targets: [{ type: 'vpc', value: 'one' }] })
    const { rules } = await site.owner.ok('vpc_firewall_rules_update', {
      query: { vpc: two.id },
      body: { rules: [foreign] },
    })
    const own = (await view(one.id)).body
    await site.server.clock.advance(5000)
    await site.owner.ok('vpc_update', { path: { vpc: one.id }, body: { name: 'one', description: 'New' } })
    expect((await view(one.id)).body).toEqual(own)
    await rename(one.id, 'three')
    expect((await view(two.id)).body.rules).toEqual(rules)
  })
})

it('resolves names in platform documents, and leaves out rules without any match', async () => {
  const instance = await createStoppedInstance(site, { name: 'resolved' })
  const { items } = await site.owner.ok('instance_network_interface_list', { query: { instance: instance.id } })
  const [nic] = items
  const missing = [{ type: 'instance', value: 'missing' }]
  const rules = [
    rule({
      name: 'named',
      targets: [{ type: 'instance', value: 'resolved' }, ...missing],
      filters: { hosts: [{ type: 'subnet', value: 'default' }] },
    }),
    rule({ name: 'by-address', targets: [{ type: 'ip_net', value: `${nic.ip}/32` }], filters: { ports: ['80-81'] } }),
    rule({ name: 'missing-target', targets: missing }),
    rule({ name: 'missing-host', filters: { hosts: missing } }),
    rule({ name: 'empty-filters', filters: { hosts: [], ports: [], protocols: [] } }),
    rule({ name: 'off', status: 'disabled' }),
    rule({
      name: 'icmp',
      filters: { protocols: [{ type: 'icmp', value: { icmp_type: 3, code: '0-4' } }, { type: 'udp' }] },
    }),
  ]
  const answer = await put(rules)
  const document = (await vpcDocument(site.server.db, nic.vpc_id))!
  const nameOf = new Map(answer.body.rules.map(({ id, name }: { id: string; name: string }) => [id, name]))
  const byName = new Map(document.firewallRules.map((one) => [nameOf.get(one.id), one]))
  expect([...byName.keys()].toSorted()).toEqual(['by-address', 'empty-filters', 'icmp', 'named'])
  const [subnet] = document.subnets
  expect(byName.get('named')).toMatchObject({
    targets: { networks: [], sets: [instance.id] },
    hosts: { networks: [], sets: [subnet!.id] },
  })
  expect(document.addressSets).toContainEqual({ id: instance.id, networks: [`${nic.ip}/32`] })
  expect(document.addressSets).toContainEqual({ id: subnet!.id, networks: [subnet!.ipv4Block, subnet!.ipv6Block] })
  expect(byName.get('by-address')).toMatchObject({
    targets: { networks: [`${nic.ip}/32`], sets: [] },
    ports: [{ first: 80, last: 81 }],
  })
  // Clients send an empty list for no filter: the rule applies to all hosts.
  for (const filter of ['hosts', 'ports', 'protocols']) expect(byName.get('empty-filters')).not.toHaveProperty(filter)
  expect(byName.get('icmp')?.protocols).toEqual([
    { kind: 'icmp', type: 3, codes: { first: 0, last: 4 } },
    { kind: 'udp' },
  ])
})
